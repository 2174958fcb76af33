/** The worker of the iframe driver's measurement: drives many frames at once, as the learner does. */
import { expose } from 'comlink';
import { createIframeDriver } from '../src/environments/browser/iframe-driver.ts';
import { type DriverAmounts, type DriverRows, measureDriver } from './driver-workload.ts';

/** What the worker offers over comlink. */
export interface IframeBench {
  measure(port: MessagePort, seed: number, amounts: DriverAmounts): Promise<DriverRows>;
}

expose({
  async measure(port, seed, amounts) {
    const driver = createIframeDriver(port);
    const rows = await measureDriver(driver, seed, amounts);
    await driver.close();
    return rows;
  },
} satisfies IframeBench);
