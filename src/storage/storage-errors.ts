/** What can go wrong with storage beyond the errors that the port itself names. */

/** The database cannot be used by this tab now; the message says why and what to do. */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError';
}

/** A campaign with this id is stored already; nothing was written. */
export class CampaignExistsError extends Error {
  override name = 'CampaignExistsError';
}

/** A part of what was to be written has not the form it must have; nothing was written. */
export class InvalidCommitError extends Error {
  override name = 'InvalidCommitError';
}
