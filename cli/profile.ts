/**
 * A browser profile with the workbench's storage in it. IndexedDB belongs to an origin, so a
 * profile remembers its port and uses it again; a lock file keeps two commands apart.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';

/** Something a person must do or change; shown without a stack trace. */
export class CommandError extends Error {
  override name = 'CommandError';
}

const ProfileFile = z.strictObject({
  host: z.literal('127.0.0.1'),
  port: z.number().int().min(1).max(65535),
});

/** A profile in use by this process. */
export interface Profile {
  /** Folder of the browser's own files. */
  browserData: string;
  /** Folder for results that people look at. */
  results: string;
  port: number;
  release(): void;
}

/** Where a free port is looked for. */
const FIRST_PORT = 4200;
const PORTS = 800;

/**
 * Takes a profile, creating it when it is new.
 * @throws CommandError when it is in use, damaged, or its port is taken.
 */
export async function takeProfile(folder: string): Promise<Profile> {
  const base = resolve(folder);
  mkdirSync(base, { recursive: true });
  const lock = join(base, 'lock');
  takeLock(lock, base);
  const release = () => rmSync(lock, { force: true });
  try {
    const file = join(base, 'profile.json');
    const port = existsSync(file) ? readPort(file) : await freePort(base);
    if (!(await isFree(port))) {
      throw new CommandError(
        `port ${port}, to which the storage of the profile ${base} belongs, is taken. Stop what uses it, or use another --profile`,
      );
    }
    writeFileSync(file, `${JSON.stringify({ host: '127.0.0.1', port })}\n`);
    const results = join(base, 'results');
    mkdirSync(results, { recursive: true });
    return { browserData: join(base, 'browser'), results, port, release };
  } catch (error) {
    release();
    throw error;
  }
}

function takeLock(lock: string, base: string): void {
  try {
    // Fails when the file exists, so that of two commands started at once only one gets it.
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const holder = Number(readFileSync(lock, 'utf8'));
  if (isAlive(holder)) {
    throw new CommandError(
      `the profile ${base} is in use by process ${holder}. Wait for it, or use another --profile`,
    );
  }
  // Its process ended without releasing it.
  writeFileSync(lock, String(process.pid));
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function readPort(file: string): number {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new CommandError(`${file} is not JSON (${String(error)}); delete it to start on a new origin`);
  }
  const parsed = ProfileFile.safeParse(content);
  if (!parsed.success)
    throw new CommandError(`${file} does not name a host and port; delete it to start anew`);
  return parsed.data.port;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(false));
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
  });
}

/** Starts at a place of the folder's own, so that two profiles seldom want the same port. */
async function freePort(base: string): Promise<number> {
  const offset = createHash('sha256').update(base).digest().readUInt16BE(0) % PORTS;
  for (let i = 0; i < PORTS; i += 1) {
    const port = FIRST_PORT + ((offset + i) % PORTS);
    if (await isFree(port)) return port;
  }
  throw new CommandError(`no port between ${FIRST_PORT} and ${FIRST_PORT + PORTS - 1} is free`);
}
