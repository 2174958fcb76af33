/** The browser environment's public face: what the campaign uses. */
export { createBrowserEnvironment } from './browser-environment.ts';
export type { BrowserDriver } from './driver.ts';
export { generateFlowTasks } from './flow-tasks.ts';
export { createIframeDriver } from './iframe-driver.ts';
export { hostFrames } from './iframe-host.ts';
export { miniwobTasks } from './miniwob/miniwob-tasks.ts';
export { parseBrowserOptions } from './options.ts';
export { type BridgeStatus, createPlaywrightDriver } from './playwright-driver.ts';
export type { BrowserOptions } from './task.ts';
