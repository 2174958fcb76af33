/**
 * Installs what is missing: dependencies and a browser. Uses only Node built-ins, because it runs
 * before anything is installed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Flags for every browser we start: WebGPU on, nothing that talks to the network by itself. */
export const chromiumArgs = [
  '--no-sandbox',
  '--enable-unsafe-webgpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Something that a person must do before this can go on. */
export class SetupError extends Error {
  name = 'SetupError';
}

const say = (text) => process.stderr.write(`${text}\n`);

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new SetupError(
      `Node ${process.versions.node} is too old: install Node 20.19 or newer and run this again`,
    );
  }
}

/** Runs a command with its output on stderr, so that stdout stays one document. */
function run(command, args, what) {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (result.status !== 0)
    throw new SetupError(`${what} failed: \`${command} ${args.join(' ')}\` (see above)`);
}

/** Whether every package of the lock file is installed in its version; optional ones may be missing. */
function dependenciesInstalled() {
  // npm writes what it has installed into this hidden lock file.
  const installedFile = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages;
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(locked).every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  );
}

/** Installs the locked dependencies when one is missing or of another version. */
export function ensureDependencies() {
  requireNode();
  if (dependenciesInstalled()) return;
  say('Installing dependencies …');
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], 'Installing dependencies');
}

/** Starts the browser once on an empty profile; true when it renders a page. */
function launches(executable) {
  const profile = mkdtempSync(join(tmpdir(), 'rl-probe-'));
  const page = 'data:text/html,<title>probe</title><p>rl-probe-page</p>';
  const args = [
    ...chromiumArgs,
    '--headless',
    '--disable-gpu',
    `--user-data-dir=${profile}`,
    '--dump-dom',
    page,
  ];
  const result = spawnSync(executable, args, { timeout: 60_000, encoding: 'utf8' });
  rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  return result.status === 0 && result.stdout.includes('rl-probe-page');
}

function which(name) {
  const finder = process.platform === 'win32' ? 'where' : 'which';
  const found = spawnSync(finder, [name], { encoding: 'utf8' });
  return found.status === 0 ? found.stdout.split(/\r?\n/)[0] : null;
}

/** Browsers that may be on this machine, the most wished for first. */
function candidates() {
  const list = [];
  if (process.env.CHROME_PATH) list.push(process.env.CHROME_PATH);
  try {
    const { chromium } = createRequire(join(root, 'package.json'))('playwright');
    list.push(chromium.executablePath());
  } catch (error) {
    say(`Playwright names no browser of its own: ${error.message}`);
  }
  const programFiles = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA];
  const installed = {
    linux: ['google-chrome', 'google-chrome-stable', 'microsoft-edge', 'chromium', 'chromium-browser'].map(
      which,
    ),
    darwin: ['Google Chrome', 'Microsoft Edge', 'Chromium'].map(
      (app) => `/Applications/${app}.app/Contents/MacOS/${app}`,
    ),
    win32: programFiles
      .filter(Boolean)
      .flatMap((dir) => [
        join(dir, 'Google/Chrome/Application/chrome.exe'),
        join(dir, 'Microsoft/Edge/Application/msedge.exe'),
      ]),
  };
  return [...new Set([...list, ...(installed[process.platform] ?? [])])].filter(
    (path) => path && existsSync(path) && statSync(path).isFile(),
  );
}

function firstThatLaunches() {
  const remembered = join(root, 'node_modules', '.rl-browser');
  const known = existsSync(remembered) ? readFileSync(remembered, 'utf8') : null;
  const found = candidates();
  // A browser that was probed before is not probed again, unless another one is now preferred.
  if (known && found[0] === known) return known;
  for (const executable of found) {
    if (!launches(executable)) {
      say(`${executable} does not start here; trying the next browser`);
      continue;
    }
    writeFileSync(remembered, executable);
    return executable;
  }
  return null;
}

/**
 * Path of a Chromium that starts. Installs Debian's when there is none and this is root.
 * @throws SetupError with the command to run.
 */
export function ensureBrowser() {
  let executable = firstThatLaunches();
  if (executable === null && process.platform === 'linux' && process.getuid?.() === 0 && which('apt-get')) {
    say('Installing Chromium …');
    run('apt-get', ['update'], 'Updating the package lists');
    run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], 'Installing Chromium');
    executable = firstThatLaunches();
  }
  if (executable === null) {
    const command =
      process.platform === 'linux' ? 'sudo apt-get install chromium' : 'npx playwright install chromium';
    throw new SetupError(
      `No browser was found that starts. Install one, e.g. \`${command}\`, or set CHROME_PATH to a Chromium, Chrome or Edge.`,
    );
  }
  process.env.CHROME_PATH = executable;
  return executable;
}

/** Ends the process with a message for people instead of a stack trace. */
export function explain(error) {
  say(error instanceof SetupError ? `\n${error.message}` : error.stack);
  process.exitCode = 1;
}
