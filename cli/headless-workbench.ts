/** The workbench in headless Chromium: the build, served on the profile's origin, and its interface. */
import { type BrowserContext, chromium, type Page } from 'playwright';
import { chromiumArgs, ensureBrowser } from '../scripts/setup.mjs';
import { ensureBuild, serve } from '../scripts/workbench-server.mjs';
import type { WorkbenchApi, WorkbenchUpdate } from '../workers/learner.protocol.ts';
import { CommandError, type Profile, takeProfile } from './profile.ts';

/** A started workbench. */
export interface HeadlessWorkbench {
  profile: Profile;
  url: string;
  page: Page;
  /** Calls a method of the learner; arguments and answer must be JSON. @throws CommandError with its message. */
  call<M extends keyof WorkbenchApi>(
    method: M,
    ...args: Parameters<WorkbenchApi[M]>
  ): Promise<Awaited<ReturnType<WorkbenchApi[M]>>>;
  close(): Promise<void>;
}

/** Methods whose bytes cross as base64, because a page's answers are JSON. */
type Answer = { ok: true; value: unknown } | { ok: false; name: string; message: string };

/**
 * Starts the workbench on a profile.
 * @throws CommandError when the profile or its port is taken, or the page does not start.
 */
export async function openWorkbench(
  folder: string,
  options: { headed: boolean; onUpdate(update: WorkbenchUpdate): void },
): Promise<HeadlessWorkbench> {
  const executablePath = ensureBrowser();
  await ensureBuild();
  const profile = await takeProfile(folder);
  let context: BrowserContext | null = null;
  let server: { url: string; close(): Promise<void> } | null = null;
  const close = async () => {
    await context?.close();
    await server?.close();
    profile.release();
  };
  try {
    server = await serve(profile.port);
    context = await chromium.launchPersistentContext(profile.browserData, {
      headless: !options.headed,
      executablePath,
      args: chromiumArgs,
      // A stale worker of an older build must not answer for this one.
      serviceWorkers: 'block',
      viewport: options.headed ? null : { width: 1280, height: 800 },
    });
    const page = context.pages()[0] ?? (await context.newPage());
    const url = options.headed ? server.url : `${server.url}headless.html`;
    await page.exposeFunction('rlUpdate', options.onUpdate);
    await page.goto(url);
    await page.evaluate(async () => {
      await window.workbenchReady;
      const forward = (window as unknown as { rlUpdate(update: unknown): Promise<void> }).rlUpdate;
      await window.workbench.subscribe((update) => void forward(update));
    });
    return {
      profile,
      url,
      page,
      call: async (method, ...args) => (await call(page, method, args)) as never,
      close,
    };
  } catch (error) {
    await close();
    if (error instanceof CommandError) throw error;
    throw new CommandError(`the workbench did not start: ${error instanceof Error ? error.message : error}`);
  }
}

async function call(page: Page, method: string, args: readonly unknown[]): Promise<unknown> {
  const packed = args.map((arg) =>
    arg instanceof Uint8Array ? { base64: Buffer.from(arg).toString('base64') } : arg,
  );
  const answer: Answer = await page.evaluate(
    async ({ name, given }) => {
      const toBytes = (text: string) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
      const toBase64 = (bytes: Uint8Array) => {
        let text = '';
        for (let i = 0; i < bytes.length; i += 0x8000)
          text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
        return btoa(text);
      };
      const unpacked = given.map((arg) =>
        arg !== null && typeof arg === 'object' && 'base64' in arg ? toBytes(String(arg.base64)) : arg,
      );
      const api = window.workbench as unknown as Record<string, (...a: unknown[]) => Promise<unknown>>;
      const target = api[name];
      if (!target) return { ok: false as const, name: 'TypeError', message: `no method ${name}` };
      try {
        const value = await target(...unpacked);
        if (
          value !== null &&
          typeof value === 'object' &&
          'bytes' in value &&
          value.bytes instanceof Uint8Array
        ) {
          return { ok: true as const, value: { ...value, bytes: { base64: toBase64(value.bytes) } } };
        }
        return { ok: true as const, value: value ?? null };
      } catch (error) {
        const { name: kind, message } = error as Error;
        return { ok: false as const, name: kind, message };
      }
    },
    { name: method, given: packed },
  );
  if (!answer.ok) throw new CommandError(answer.message);
  const value = answer.value as { bytes?: { base64: string } } | null;
  if (value !== null && typeof value === 'object' && value.bytes && 'base64' in value.bytes) {
    return { ...value, bytes: new Uint8Array(Buffer.from(value.bytes.base64, 'base64')) };
  }
  return value;
}
