/** The browser environment's options, checked. */
import { parseEnvironmentOptions } from '../../core/environment-options.ts';
import { BrowserOptions } from './task.ts';

/**
 * Validates untrusted options and fills in the defaults.
 * @throws EnvironmentOptionsError naming every wrong key, and what is allowed there.
 */
export function parseBrowserOptions(options: unknown): BrowserOptions {
  return parseEnvironmentOptions('browser', BrowserOptions.unwrap(), options);
}
