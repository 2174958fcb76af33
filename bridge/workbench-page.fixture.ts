/** Both drivers in a page, for tests: each started as the workbench does. */
import type { BrowserDriver } from '../src/environments/browser/driver.ts';
import { createIframeDriver } from '../src/environments/browser/iframe-driver.ts';
import { hostFrames } from '../src/environments/browser/iframe-host.ts';
import {
  type BridgeStatus,
  createPlaywrightDriver,
  type PlaywrightDriver,
} from '../src/environments/browser/playwright-driver.ts';

/** What tests find in the page. */
export interface DriversInPage {
  readonly iframe: BrowserDriver;
  /** A driver of its own, and the states of the bridge that it has seen. */
  bridged(): { driver: PlaywrightDriver; seen: BridgeStatus['state'][] };
}

const { port1, port2 } = new MessageChannel();
hostFrames(port1);
const drivers: DriversInPage = {
  iframe: createIframeDriver(port2),
  bridged: () => {
    const driver = createPlaywrightDriver(location.origin);
    const seen: BridgeStatus['state'][] = [];
    driver.subscribe(({ state }) => seen.push(state));
    return { driver, seen };
  },
};
Object.assign(globalThis, { drivers });
