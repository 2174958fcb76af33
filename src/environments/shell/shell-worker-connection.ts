/** Ways to hold a shell worker: a real one over comlink, or the same API in this process. */
import { proxy, type Remote, wrap } from 'comlink';
import type { ShellWorkerApi, ShellWorkerConnection } from './shell-worker-protocol.ts';

/** The connection to a started worker that exposes a `ShellWorkerApi` over comlink. */
export function workerConnection(worker: Worker): ShellWorkerConnection {
  // What comlink calls a Remote of an interface of promises is that interface.
  const api: Remote<ShellWorkerApi> = wrap<ShellWorkerApi>(worker);
  const death = new Death();
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    worker.terminate();
    death.happen(event.message || 'its script could not be loaded or threw');
  });
  worker.addEventListener('messageerror', () => {
    worker.terminate();
    death.happen('a message could not be read');
  });
  return {
    api: {
      ping: () => api.ping(),
      modules: () => api.modules(),
      generate: (request, onProgress) => api.generate(request, proxy(onProgress)),
      loadTasks: (tasks) => api.loadTasks(tasks),
      perform: (requests) => api.perform(requests),
    },
    onDeath: (listener) => death.listen(listener),
    terminate: () => {
      worker.terminate();
      death.happen('it was terminated');
    },
  };
}

/** The same API in this process. Everything crosses by structured clone, as over a real wire. */
export function inProcessConnection(api: ShellWorkerApi): ShellWorkerConnection {
  const death = new Death();
  const crossing =
    <Arguments extends unknown[], Answer>(call: (...args: Arguments) => Promise<Answer>) =>
    (...args: Arguments): Promise<Answer> =>
      new Promise<Answer>((resolve, reject) => {
        // A dead worker answers nothing, neither now nor to what it was asked before.
        if (death.happened) return;
        call(...structuredClone(args)).then(
          (answer) => {
            if (!death.happened) resolve(structuredClone(answer));
          },
          (error: unknown) => {
            if (!death.happened) reject(error);
          },
        );
      });
  return {
    api: {
      ping: crossing(() => api.ping()),
      modules: crossing(() => api.modules()),
      // A function does not cross by structured clone; over comlink it is a proxy.
      generate: (request, onProgress) =>
        crossing((cloned: typeof request) => api.generate(cloned, onProgress))(request),
      loadTasks: crossing((tasks) => api.loadTasks(tasks)),
      perform: crossing((requests) => api.perform(requests)),
    },
    onDeath: (listener) => death.listen(listener),
    terminate: () => death.happen('it was terminated'),
  };
}

/** Something that happens once, to which any number of listeners can listen, also afterwards. */
class Death {
  private reason: string | null = null;
  private readonly listeners: ((reason: string) => void)[] = [];

  get happened(): boolean {
    return this.reason !== null;
  }

  listen(listener: (reason: string) => void): void {
    if (this.reason === null) this.listeners.push(listener);
    else listener(this.reason);
  }

  happen(reason: string): void {
    if (this.reason !== null) return;
    this.reason = reason;
    for (const listener of this.listeners.splice(0)) listener(reason);
  }
}
