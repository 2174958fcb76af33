/** The orchestrator environment's options, checked. */
import { parseEnvironmentOptions } from '../../core/environment-options.ts';
import { OrchestratorOptions } from './task.ts';

/**
 * Validates untrusted options and fills in the defaults.
 * @throws EnvironmentOptionsError naming every wrong key, and what is allowed there.
 */
export function parseOrchestratorOptions(options: unknown): OrchestratorOptions {
  return parseEnvironmentOptions('orchestrator', OrchestratorOptions.unwrap(), options);
}
