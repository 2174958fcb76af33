/**
 * Bounds on what a page may make of an observation; what lies beyond them is cut by the page's driver.
 * Apart from the schemas, so that the script in the page does without their library.
 */
export const PAGE_LIMITS = {
  elements: 64,
  texts: 48,
  textLength: 160,
  options: 24,
  expert: 96,
  goalValues: 24,
} as const;
