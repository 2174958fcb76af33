/**
 * What people and logs say about a work item, by family and by what it speaks for. One phrase a line;
 * a line of dashes separates the splits (train, validation, held-out). No phrase of one split occurs in
 * another, but every phrase speaks of its meaning in words that training phrases of it use, too: to read
 * it one needs to know what the words mean, never the sentence.
 */
import type { Family } from '../task.ts';

/** Splits that have phrases of their own; monitoring shares those of training. */
export const WORD_SPLITS = ['train', 'validation', 'heldout'] as const;
export type WordSplit = (typeof WORD_SPLITS)[number];

/** Meanings are the family's hypotheses, in the order of its rules. */
const PHRASES: Readonly<Record<Exclude<Family, 'dispatch'>, readonly string[]>> = {
  clarity: [
    `the contract obliges us to get a signature from legal before this ships
     the owner insists that a manager approves the change in person
     policy requires a human signature for this kind of change
     the approval from legal is mandatory and still missing
     compliance refuses the change until a manager signs
     the customer insists that a responsible person decides about the wording
     a manager must decide personally, the contract says so
     legal objects and insists on deciding in person
     compliance demands a mandatory review by somebody responsible
     the signature of the owner is missing and the contract requires it
     two departments disagree and a manager must decide
     the regulator obliges us to let a responsible manager approve
     the owner objects and demands a say before anything is changed
     policy demands two signatures and one is missing
     -----
     legal insists on a signature and refuses to be skipped
     the regulator demands that somebody responsible decides
     a manager objects and must be asked, compliance says
     the contract requires mandatory approval of the owner
     the owner refuses and wants a manager to decide in person
     a mandatory signature of compliance is missing
     -----
     the auditor insists that a manager signs, which policy requires
     the board objects and demands to decide personally
     the insurer obliges us to wait for a mandatory signature
     the notary refuses until the missing approval of legal arrives
     the works council demands a say and disagrees with the owner
     the sponsor insists, somebody responsible must decide
     by contract the trustee decides in person, a signature is missing
     the supplier objects, and compliance requires approval`,
    `the note about a human was copied from an old template
     the flag is a leftover of an automatic rule that fires on every ticket
     the question was answered last week and the flag never cleared
     the reminder comes from a bot and nobody waits for it
     the label was set by default and is outdated
     an automatic rule adds this label to every ticket
     the bot repeats an outdated reminder from a copied template
     the request for a person was withdrawn last week
     the open question was answered and withdrawn
     nobody waits for anybody here, the default label is stale
     the stale flag was copied along with an old ticket
     consent was already granted, the reminder is a leftover
     every ticket gets this note by default from a bot
     the concern was already answered, only the stale flag was left
     -----
     the stale reminder is a copied leftover
     a bot adds this outdated flag to every ticket
     it was already answered and withdrawn, nobody waits
     the automatic label is left from an old template
     consent was granted last week and the note is outdated
     by default the rule fires, it is stale
     -----
     the marker is an automatic leftover, already answered
     a macro copied the outdated note, nobody waits for it
     the banner fires by default on every ticket
     the petition was withdrawn, only the stale flag was left
     the robot repeats an old reminder that was answered
     a stale template adds the label by default
     the doubt was already cleared and consent granted
     an outdated bot rule copied the flag here`,
  ],
  retry: [
    `the connection timed out while the service was restarting
     the network dropped packets for a few minutes
     the queue was congested and the request timed out
     the server was overloaded and answered with busy
     a brief outage of the network interrupted the run
     the lock was held by another run for a moment
     the service was restarting during the run
     rate limits were hit at a busy hour
     the run was interrupted by a brief outage
     the machine was overloaded and the connection dropped
     the cache was cold and the first request timed out
     the same step passed a few minutes later elsewhere
     a flaky connection interrupted the download
     busy hour, the queue was congested for a moment
     -----
     a flaky network interrupted it for a few minutes
     the request timed out at a busy hour
     the overloaded server was restarting
     a brief lock interrupted the run for a moment
     connection dropped during a brief outage
     the congested queue was busy, limits were hit
     -----
     the gateway timed out for a moment, it was overloaded
     the mirror was restarting and the connection dropped
     a flaky router interrupted the stream for a few minutes
     a brief storm of requests congested the queue
     the token service was busy, rate limits were hit
     an outage of the link interrupted the upload
     the node was overloaded during the busy hour
     the lock of a backup run was held for a moment`,
    `this executor lacks the permission that the step needs
     the executor has no license for the required tool
     its sandbox forbids the command every time
     the tool it uses cannot read this format
     it was never trained for this language and misreads the syntax
     the executor runs an unsupported version of the tool
     its account lacks access to the repository
     the executor is not allowed to write there
     it misreads the format the same way every time
     its sandbox lacks the tool that the step needs
     the version it runs is unsupported for this language
     the account of this executor is forbidden to write
     others with a license did similar work at once
     the executor lacks the skill, others manage this language
     -----
     its account is forbidden to use the required tool
     the executor lacks a license, others have one
     it runs an unsupported version and misreads the syntax
     its sandbox cannot write in this format
     it lacks access and permission, others do not
     not allowed: the executor has no access to the tool
     -----
     the worker lacks the license for this dialect
     its profile is forbidden to write, others are allowed
     the plugin it runs is unsupported and misreads the format
     it has no permission for the vault that the step needs
     the agent lacks a skill, others manage the syntax
     its account cannot read the language of the files
     its container forbids the tool every time
     an unsupported version, the executor lacks access`,
    `the requested record was deleted and does not exist any more
     the input file is corrupt and no copy exists
     the requirements contradict each other
     the product was discontinued and the item is obsolete
     the requirement is impossible as written
     the item duplicates work that was cancelled
     the referenced project was cancelled and deleted
     the two acceptance criteria contradict each other
     nobody could reproduce the request, the data is corrupt
     the item is obsolete because the feature was discontinued
     everyone who tried it found the requirement impossible
     the original was deleted and the copy is corrupt
     the feature is cancelled, the item is a duplicate
     no executor can do it, the criteria are contradictory
     -----
     the data does not exist any more, it was deleted
     as written it is impossible, the criteria contradict
     the obsolete feature was cancelled
     a corrupt original without any copy exists
     everyone found the item a duplicate of cancelled work
     the referenced record was discontinued and deleted
     -----
     the archive is corrupt and the original was deleted
     the brief is impossible, its requirements contradict
     the campaign was cancelled and the item is obsolete
     the attachment does not exist any more, deleted
     it is a duplicate of a discontinued project
     the specification contradicts itself, impossible as written
     the shop was discontinued, its record deleted
     everyone tried, the corrupt data cannot be reproduced`,
  ],
  preflight: [
    `all credentials were tested this morning and work
     the branch is fresh and the build is green
     everything needed is in place according to the owner
     the environment was prepared and verified yesterday
     a similar item went through smoothly this morning
     the checklist is complete and ticked
     the build is green and nothing is pending
     the setup was verified end to end
     the owner prepared everything and ticked the checklist
     the last run on this setup went smoothly
     a rehearsal yesterday went through and was green
     everything is prepared, the setup is complete
     all items of the checklist work, verified this morning
     nothing is pending, a rehearsal went smoothly
     -----
     a green rehearsal, everything verified and in place
     the checklist was ticked yesterday, nothing pending
     the owner verified the setup, it went smoothly
     everything was prepared and tested this morning
     complete and green, the rehearsal went through
     nothing pending, the owner prepared the setup
     -----
     the runbook is complete, everything ticked
     the pilot went smoothly and was verified
     the dry season is over, everything is in place and green
     the kit was prepared this morning and tested
     a smoke run went through end to end, nothing pending
     the captain verified the checklist yesterday
     the staging area is prepared and complete
     the trial this morning was green and went smoothly`,
    `the password expired and nobody renewed it
     the token for the vault was revoked
     login was denied for this account yesterday
     the certificate expired at the weekend
     the account was suspended by the security team
     access rights were removed in the cleanup
     the key was rotated and the new one is not stored
     the login page answers unauthorized
     the service account is locked after denied attempts
     the token expired and must be renewed
     the security team revoked old keys
     the account has no rights on the vault since the cleanup
     unauthorized, says the login of the service account
     the password was rotated and denied afterwards
     -----
     the key expired and the login is denied
     the security cleanup removed rights of the account
     the vault answers unauthorized, token revoked
     the certificate was revoked and not renewed
     a suspended account, login locked
     the rotated password is denied
     -----
     the badge expired and was not renewed
     the passphrase was rotated, the login is denied
     the tenant suspended the account, rights were removed
     the secret was revoked by the security team
     the signing key expired at the weekend
     unauthorized: the vault denied the token
     the account is locked, its certificate expired
     the identity provider revoked the login rights`,
    `the branch is forty commits behind the main line
     the schema changed after this item was written
     the upstream interface was renamed last night
     the snapshot is older than the last migration
     there are unmerged conflicts with the main line
     the dependency was upgraded and the lock file differs
     the copy of the data predates the migration
     the fixtures are out of date with the schema
     a merge upstream changed the same files
     the branch conflicts with a renamed interface
     the lock file is behind the upgraded dependency
     the base is out of date, a rebase is due
     the snapshot predates the upstream merge
     conflicts appeared after the schema changed
     -----
     the base is behind, conflicts with upstream
     the schema was renamed after the snapshot
     the dependency changed and a rebase is due
     the branch predates the migration and differs
     an unmerged upgraded lock file conflicts
     out of date since the upstream migration
     -----
     the fork is behind upstream and out of date
     the baseline predates the schema migration
     the contract files changed, a rebase is due
     the vendor folder differs from the upgraded dependency
     the copy conflicts with the merge on the main line
     the mock is older than the renamed interface
     the checkout is many commits behind, conflicts appeared
     the export predates a migration upstream`,
  ],
  risk: [
    `the change touches only a copy in the playground
     everything can be undone with one revert
     the action reads data and writes nothing
     the same step runs every night without trouble
     it affects a sample of test records
     a restore point was taken and the undo was tried
     only the preview is rebuilt, visitors see nothing
     the scope is one throwaway folder in the playground
     the step is reversible and ran nightly for months
     it is read only and limited to test records
     a revert takes a second and was tried before
     the preview copy is throwaway
     it writes nothing outside the playground
     routine, it ran without trouble every night
     -----
     routine and reversible, tried before
     only test records in a throwaway copy
     the undo takes a second, a restore point was taken
     read only, it writes nothing visitors see
     limited to the preview in the playground
     it ran nightly without trouble
     -----
     the sandbox is throwaway and reversible
     a routine sweep that ran nightly without trouble
     the tenant is a test copy, limited to a sample
     a revert was rehearsed and takes a second
     the report is read only and writes nothing
     the mirror is a preview, an undo was tried
     the canary affects test records only
     a restore point was taken, the scope is a sample`,
    `the mailing goes to every customer and must be released
     prices shown to the public change with this step
     the step moves money between accounts above the limit
     the change window has to be granted by operations
     personal data leaves the company with this export
     the announcement is public and needs a release by press
     the payment is above the limit that may go unattended
     operations has to grant a window for production
     production is changed during opening hours
     the export shows personal data to a partner
     four eyes are prescribed for payments
     the public price list is released by the head of sales
     the partner receives customer data, privacy has to grant that
     an unattended change in production is against the rule of four eyes
     -----
     the payment goes out to a partner and four eyes are prescribed
     production needs a granted window from operations
     public prices are released by press and sales
     personal customer data goes to a partner
     above the limit, not unattended
     the mailing to customers must be released by privacy
     -----
     the refund is above the limit, four eyes are prescribed
     the newsletter is public and must be released
     the wire moves money to a partner
     the tariff shown to customers is granted by sales
     operations has not released the production window
     the dossier with personal data leaves the company
     the broadcast goes to every customer unattended
     privacy has to grant the export to a partner`,
    `the command wipes the archive and there is no backup
     the step drops a table that others still use
     the law forbids to erase these records
     a legal hold protects the files that would be purged
     the script overwrites history for ever
     the last backup would be destroyed by it
     the purge is irreversible and hits shared storage
     retention rules forbid to delete the archive
     it would erase evidence under a legal hold
     the table is shared and dropping it is irreversible
     it destroys the only backup of the history
     wiping the shared storage was prohibited after an accident
     the freeze prohibits anything that overwrites the archive
     the files are protected, a purge is prohibited
     -----
     retention prohibits the purge of protected records
     it wipes shared history, irreversible
     the hold forbids to erase the archive
     it drops the only backup and destroys evidence
     irreversible, it overwrites protected storage
     the law prohibits wiping the table
     -----
     the cleanup destroys the only backup for ever
     a court order forbids the purge
     the reset wipes protected evidence for ever
     the compaction destroys history, irreversible
     an embargo prohibits to overwrite the archive
     the migration drops shared storage under a hold
     the shredder hits the last backup, retention forbids it
     the format wipes a protected table`,
  ],
  quality: [
    `all tests pass and coverage went up
     the reviewer found it clean and merged nothing by hand
     the output matches the reference exactly
     the diff is small and well explained
     the author checked the edge cases and documented them
     benchmarks are stable and tests are green
     the reviewer praised the clear structure
     the numbers agree with the reference
     edge cases are covered and explained
     the demo went well and everything behaved
     the result is complete, clean and documented
     a second reader agrees that it is careful work
     green tests, stable benchmarks, a careful diff
     the author explained every line and the reviewer agrees
     -----
     clean and careful, the reviewer praised it
     the output agrees with the reference, tests green
     the demo behaved, edge cases documented
     a small diff, explained and stable
     complete work that matches exactly
     coverage is up and everything behaved well
     -----
     the editor praised the careful structure
     the figures agree exactly with the reference
     the suite is green and coverage went up
     the walkthrough went well and was documented
     the inspector found it clean and complete
     the patch is small and explained, benchmarks stable
     the trial behaved well in all edge cases
     the colleague agrees, the output matches`,
    `two tests fail and one was skipped
     the output breaks on empty input
     the reviewer spotted an unhandled error
     the figures are off by one in the last column
     the build shows warnings and a crash at the end
     a regression appeared in an older feature
     the diff leaves debug output and dead code behind
     the totals are wrong for negative numbers
     tests were skipped to get rid of failures
     an error is swallowed and the crash hidden
     the result is sloppy and breaks on long input
     warnings were ignored and a regression appeared
     off by one again, the totals are wrong
     the reviewer spotted dead code and skipped tests
     -----
     a crash on empty input, the error is unhandled
     the totals are off, a regression
     sloppy work with warnings ignored
     skipped tests hide failures
     it breaks on negative numbers, wrong figures
     debug code was left behind, dead and sloppy
     -----
     the sums are wrong and off by one
     a regression crash appeared in the importer
     the linter shows warnings and dead code
     a sloppy patch swallowed the error
     the parser breaks on empty lines, unhandled
     the checker spotted skipped failures
     negative balances are wrong in the last column
     debug leftovers and a hidden crash`,
    `it solves another problem than the one asked for
     the requester wanted a different page entirely
     the work misunderstood the goal of the ticket
     the scope drifted into a redesign nobody ordered
     the wish of the requester changed in the meantime
     it is nice but the intent was a different one
     a feature was added that nobody ordered
     the ticket is ambiguous and was read the other way
     the goal was misunderstood from the start
     stakeholders disagree whether this was the intent
     the requester meant another report
     the redesign goes beyond the scope of the ticket
     ambiguous wish, another reading is as plausible
     nobody ordered this, the requester meant something different
     -----
     the intent was misunderstood, a different goal
     the scope drifted, nobody ordered it
     stakeholders meant another page
     the ticket was ambiguous, the wish changed
     a redesign instead of what the requester wanted
     another reading of the goal is plausible
     -----
     the client meant a different screen
     the brief was ambiguous and misunderstood
     the sponsor changed the wish, another goal now
     the rewrite drifted beyond the scope
     an extra module that nobody ordered or wanted
     stakeholders disagree about the intent
     the patron meant another reading
     it answers a different question than the requester wanted`,
  ],
};

const SEPARATOR = /\n\s*-+\n/;

/** The phrases of a split that speak for one of a family's hypotheses. */
export function phrasesFor(
  family: Exclude<Family, 'dispatch'>,
  hypothesis: number,
  split: WordSplit,
): readonly string[] {
  const block = PHRASES[family][hypothesis]?.split(SEPARATOR)[WORD_SPLITS.indexOf(split)] ?? '';
  return block.split('\n').map((line) => line.trim());
}
