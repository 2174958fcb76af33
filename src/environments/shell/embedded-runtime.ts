/**
 * The default runtime: just-bash over an in-memory file system, with a `node` command whose
 * tests run in QuickJS. Works in Node and in a browser worker, and needs no network.
 */
import { Bash, defineCommand, InMemoryFs } from 'just-bash/browser';
import { capOutput, decideCommand, POLICY, refusal } from './execution-policy.ts';
import { createTestRunner } from './quickjs-test-runner.ts';
import type { ExecResult, Files, ShellRuntime, TestRunner, Workspace } from './runtime.ts';
import { normaliseWorkspacePath, WorkspaceFileMissingError } from './workspace-path.ts';

/** Where a tree is mounted in the shell's file system. */
const ROOT = '/repo';
/** Times show in `ls -l`; a fixed one keeps its output the same on every day and in every zone. */
const MTIME = new Date(Date.UTC(2024, 0, 15, 12));

/** Test files that `node --test` runs when it is given none. */
function isTestFile(path: string): boolean {
  return /^test\/(.*\/)?[^/]+\.test\.m?js$/.test(path);
}

/**
 * One mounted tree. `tree` is the truth; the shell's file system mirrors it. No allowed command
 * writes, so the two can only change together, in `write`.
 */
class EmbeddedWorkspace implements Workspace {
  private readonly tree: Map<string, string>;
  private shell: Bash | null = null;
  private disposed = false;

  constructor(
    files: Files,
    private readonly tests: TestRunner,
  ) {
    this.tree = new Map(Object.entries(files).map(([path, text]) => [filePath(path), text]));
  }

  async exec(command: string): Promise<ExecResult> {
    this.assertUsable();
    const decision = decideCommand(command);
    if (!decision.allowed) return refusal(decision.reason);
    this.shell ??= this.openShell();
    const result = await this.shell.exec(command);
    const stdout = capOutput(result.stdout, POLICY.maxOutputBytes);
    const stderr = capOutput(result.stderr, POLICY.maxOutputBytes);
    return {
      stdout: stdout.text,
      stderr: stderr.text,
      exitCode: result.exitCode,
      truncated: stdout.truncated || stderr.truncated,
    };
  }

  async read(path: string): Promise<string> {
    this.assertUsable();
    const text = this.tree.get(normaliseWorkspacePath(path));
    if (text === undefined) throw new WorkspaceFileMissingError(path);
    return text;
  }

  async write(path: string, content: string): Promise<void> {
    this.assertUsable();
    const target = filePath(path);
    this.tree.set(target, content);
    if (this.shell === null) return;
    await this.shell.fs.writeFile(`${ROOT}/${target}`, content);
    await this.shell.fs.utimes(`${ROOT}/${target}`, MTIME, MTIME);
  }

  async snapshot(): Promise<Files> {
    this.assertUsable();
    return this.files();
  }

  async dispose(): Promise<void> {
    this.disposed = true;
    this.shell = null;
    this.tree.clear();
  }

  private files(): Files {
    const paths = [...this.tree.keys()].sort();
    return Object.fromEntries(paths.map((path) => [path, this.tree.get(path) as string]));
  }

  private openShell(): Bash {
    const files = [...this.tree].map(([path, content]) => [`${ROOT}/${path}`, { content, mtime: MTIME }]);
    return new Bash({
      fs: new InMemoryFs(Object.fromEntries(files)),
      cwd: ROOT,
      commands: ['cat', 'grep', 'ls'],
      customCommands: [defineCommand('node', (args) => this.node(args))],
      // Commands are ours or decided by the policy; tests run in WebAssembly, not in this realm.
      defenseInDepth: false,
    });
  }

  /** `node --test [files and folders]`; the policy has refused everything else. */
  private async node(args: string[]): Promise<{ stdout: string; stderr: string; exitCode: number }> {
    const files = this.files();
    const selected = new Set<string>();
    for (const arg of args.slice(1)) {
      const path = normaliseWorkspacePath(arg);
      const matches = Object.keys(files).filter(
        (file) => file === path || (isTestFile(file) && (path === '' || file.startsWith(`${path}/`))),
      );
      if (matches.length === 0) return { stdout: '', stderr: `Could not find '${arg}'\n`, exitCode: 1 };
      for (const file of matches) selected.add(file);
    }
    const testFiles = args.length > 1 ? [...selected] : Object.keys(files).filter(isTestFile);
    const run = await this.tests.run(files, testFiles.sort());
    return { stdout: run.output, stderr: '', exitCode: run.failed === 0 && run.crash === null ? 0 : 1 };
  }

  private assertUsable(): void {
    if (this.disposed) throw new Error('workspace: used after it was disposed of; mount the tree again');
  }
}

/** The normalised path of a file. @throws PathOutsideWorkspaceError, also for the root itself. */
function filePath(path: string): string {
  const normalised = normaliseWorkspacePath(path);
  if (normalised === '') throw new WorkspaceFileMissingError(path);
  return normalised;
}

/**
 * The embedded runtime. It owns the runner, also one it is given, and disposes of it.
 * @throws PathOutsideWorkspaceError from `mount`, `read` and `write` for paths outside the tree.
 */
export async function createEmbeddedRuntime(runner?: TestRunner): Promise<ShellRuntime> {
  const tests = runner ?? (await createTestRunner());
  return {
    name: 'embedded',
    tests,
    mount: async (files) => new EmbeddedWorkspace(files, tests),
    dispose: async () => tests.dispose(),
  };
}
