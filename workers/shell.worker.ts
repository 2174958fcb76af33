/** One shell worker: repair sessions and benchmark parts behind `ShellWorkerApi`, over comlink. */
import { expose } from 'comlink';
import { createEmbeddedRuntime } from '../src/environments/shell/embedded-runtime.ts';
import { createShellWorkerApi } from '../src/environments/shell/shell-worker-host.ts';

expose(createShellWorkerApi(createEmbeddedRuntime()));
