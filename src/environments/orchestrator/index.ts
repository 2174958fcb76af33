/** The orchestrator environment's public face: what the campaign uses. */
export { parseOrchestratorOptions } from './options.ts';
export { createOrchestratorEnvironment } from './orchestrator-environment.ts';
export { generateOrchestratorTasks } from './orchestrator-tasks.ts';
export type { RunTask } from './session.ts';
export type { WrappedTask } from './task.ts';
