import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CommandError, takeProfile } from './profile.ts';

let folder: string;
let servers: Server[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rl-profile-test-'));
  servers = [];
});

afterEach(async () => {
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
  rmSync(folder, { recursive: true, force: true });
});

/** Listens on a port; 0 is any free one. Returns the port. */
function occupy(port: number): Promise<number> {
  return new Promise((listening, failed) => {
    const server = createServer();
    servers.push(server);
    server.once('error', failed);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      listening(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

const profileFile = () => join(folder, 'profile.json');
const lockFile = () => join(folder, 'lock');

/** The message with which the profile is refused. */
async function refusal(): Promise<string> {
  const error = await takeProfile(folder).then(
    () => new Error('the profile was not refused'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(CommandError);
  return (error as CommandError).message;
}

describe('a new profile', () => {
  it('is given a free port, which it keeps', async () => {
    const first = await takeProfile(join(folder, 'new'));
    first.release();
    const second = await takeProfile(join(folder, 'new'));
    second.release();
    expect(second.port).toBe(first.port);
    expect(JSON.parse(readFileSync(join(folder, 'new', 'profile.json'), 'utf8'))).toEqual({
      host: '127.0.0.1',
      port: first.port,
    });
  });

  it('is not given a port that is taken', async () => {
    const first = await takeProfile(join(folder, 'a'));
    await occupy(first.port);
    const second = await takeProfile(join(folder, 'b'));
    expect(second.port).not.toBe(first.port);
    first.release();
    second.release();
  });

  it('has a folder for results', async () => {
    const profile = await takeProfile(folder);
    expect(existsSync(profile.results)).toBe(true);
    profile.release();
  });
});

describe('a profile whose port is taken', () => {
  it('is refused with the port and what to do, and stays free for the next command', async () => {
    const port = await occupy(0);
    writeFileSync(profileFile(), JSON.stringify({ host: '127.0.0.1', port }));
    expect(await refusal()).toMatch(new RegExp(`port ${port}.*is taken.*--profile`));
    expect(existsSync(lockFile())).toBe(false);
  });
});

describe('a profile in use', () => {
  it('is refused with the process that uses it, and that process keeps it', async () => {
    const profile = await takeProfile(folder);
    expect(await refusal()).toMatch(new RegExp(`in use by process ${process.pid}.*--profile`));
    expect(readFileSync(lockFile(), 'utf8')).toBe(String(process.pid));
    profile.release();
    (await takeProfile(folder)).release();
  });

  it('is taken over when its process has ended without releasing it', async () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    writeFileSync(lockFile(), String(pid));
    const profile = await takeProfile(folder);
    expect(readFileSync(lockFile(), 'utf8')).toBe(String(process.pid));
    profile.release();
  });

  it('is given to one of two that ask at once', async () => {
    const asked = await Promise.allSettled([takeProfile(folder), takeProfile(folder)]);
    expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    for (const one of asked) if (one.status === 'fulfilled') one.value.release();
  });
});

describe('a damaged profile.json', () => {
  it.each([
    ['no JSON', '{"host": "127.0.0.1", "po'],
    ['an empty file', ''],
    ['another host', '{"host":"0.0.0.0","port":4190}'],
    ['no port', '{"host":"127.0.0.1"}'],
    ['a port out of range', '{"host":"127.0.0.1","port":70000}'],
    ['an unknown key', '{"host":"127.0.0.1","port":4190,"path":"/"}'],
    ['another kind of value', 'null'],
  ])('is refused with its name and what to do: %s', async (_what, content) => {
    writeFileSync(profileFile(), content);
    const message = await refusal();
    expect(message).toContain(profileFile());
    expect(message).toContain('delete it');
    expect(existsSync(lockFile())).toBe(false);
    expect(readFileSync(profileFile(), 'utf8')).toBe(content);
  });
});
