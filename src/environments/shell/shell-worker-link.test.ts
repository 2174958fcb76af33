import { expect, test } from 'vitest';
import { InfrastructureError } from '../../core/environment.ts';
import { CANDIDATE_NUMBERS } from './features.ts';
import { parseShellOptions } from './options.ts';
import { inProcessConnection } from './shell-worker-connection.ts';
import { ShellWorkerLink } from './shell-worker-link.ts';
import type { ShellBatchReply, ShellRequest, ShellWorkerApi, WireState } from './shell-worker-protocol.ts';

const nothing = async (): Promise<never> => Promise.reject(new Error('not part of this test'));

/** A worker that answers batches with `perform` and nothing else. */
function worker(perform: (requests: readonly ShellRequest[]) => Promise<ShellBatchReply>): ShellWorkerApi {
  return {
    ping: async () => 'pong',
    modules: nothing,
    generate: nothing,
    loadTasks: nothing,
    perform: async (requests) => perform(requests),
  };
}

function closing(batches: (readonly ShellRequest[])[] = []): ShellWorkerApi {
  return worker(async (requests) => {
    batches.push(requests);
    return { replies: requests.map(() => ({ kind: 'closed' })), candidates: [], forget: false };
  });
}

function stateOf(ids: number[]): WireState {
  return {
    fields: { goal: 'g', seen: '', trace: '', errors: '' },
    numbers: [0.5],
    candidates: Int32Array.from(ids),
    candidateNumbers: new Float64Array(ids.length * CANDIDATE_NUMBERS.length).fill(0.25),
    acceptable: null,
  };
}

const candidate = (id: number) => ({ id, key: `k${id}`, verb: 'run', text: `t${id}`, label: `l${id}` });

test('requests of the same microtask leave as one message, in order', async () => {
  const batches: (readonly ShellRequest[])[] = [];
  const link = new ShellWorkerLink('w', inProcessConnection(closing(batches)), 1000);
  await Promise.all([1, 2, 3].map((session) => link.request({ kind: 'close', session })));
  await link.request({ kind: 'close', session: 4 });
  expect(batches.map((batch) => batch.map(({ session }) => session))).toEqual([[1, 2, 3], [4]]);
});

test('sessions that continue when their answers arrive stay in lockstep', async () => {
  const batches: (readonly ShellRequest[])[] = [];
  const link = new ShellWorkerLink('w', inProcessConnection(closing(batches)), 1000);
  const lane = async (session: number) => {
    for (let i = 0; i < 3; i += 1) await link.request({ kind: 'close', session });
  };
  await Promise.all([1, 2, 3, 4].map(lane));
  expect(batches.map((batch) => batch.length)).toEqual([4, 4, 4]);
});

test('a candidate is sent once and named by id from then on', async () => {
  let asked = 0;
  const link = new ShellWorkerLink(
    'w',
    inProcessConnection(
      worker(async () => {
        asked += 1;
        const state = stateOf(asked === 1 ? [0, 1] : [1, 2]);
        const candidates = asked === 1 ? [candidate(0), candidate(1)] : [candidate(2)];
        return { replies: [{ kind: 'state', state }], candidates, forget: false };
      }),
    ),
    1000,
  );
  const ask = () =>
    link.request({ kind: 'start', session: 1, taskHash: 'h', options: parseShellOptions({}) });
  await ask();
  const reply = await ask();
  if (reply.kind !== 'state') throw new Error(reply.kind);
  const { candidates, numbers } = reply.state.observation;
  expect(numbers).toEqual([0.5]);
  expect(candidates.map(({ key }) => key)).toEqual(['k1', 'k2']);
  expect(candidates[1]).toEqual({
    key: 'k2',
    verb: 'run',
    text: 't2',
    label: 'l2',
    numbers: new Array(CANDIDATE_NUMBERS.length).fill(0.25),
  });
});

test('a session that fails rejects alone', async () => {
  const link = new ShellWorkerLink(
    'shell worker 1',
    inProcessConnection(
      worker(async () => ({
        replies: [{ kind: 'failed', message: 'the clock ran out' }, { kind: 'closed' }],
        candidates: [],
        forget: false,
      })),
    ),
    1000,
  );
  const failing = link.request({ kind: 'step', session: 7, action: 0 });
  const other = link.request({ kind: 'close', session: 8 });
  await expect(failing).rejects.toThrow(/shell worker 1, session 7: the clock ran out/);
  await expect(failing).rejects.toBeInstanceOf(InfrastructureError);
  await expect(other).resolves.toEqual({ kind: 'closed' });
});

test('a worker that dies rejects what is pending and what comes later, naming itself and the remedy', async () => {
  const connection = inProcessConnection(worker(() => new Promise(() => undefined)));
  const link = new ShellWorkerLink('shell worker 2', connection, 1000);
  const pending = link.request({ kind: 'close', session: 1 });
  await Promise.resolve();
  connection.terminate();
  await expect(pending).rejects.toThrow(/shell worker 2 died.*start.* again.*reload the page/s);
  await expect(link.request({ kind: 'close', session: 1 })).rejects.toBeInstanceOf(InfrastructureError);
  expect(link.dead).toBe(true);
});

test('a request queued in the moment of death is rejected too', async () => {
  const connection = inProcessConnection(closing());
  const link = new ShellWorkerLink('w', connection, 1000);
  const queued = link.request({ kind: 'close', session: 1 });
  connection.terminate();
  await expect(queued).rejects.toThrow(/w died/);
});

test('a worker that does not answer in time is taken for dead and ended', async () => {
  let ended = '';
  const connection = inProcessConnection(worker(() => new Promise(() => undefined)));
  connection.onDeath((reason) => {
    ended = reason;
  });
  const link = new ShellWorkerLink('w', connection, 20);
  await expect(link.request({ kind: 'close', session: 1 })).rejects.toThrow(/did not answer for 0.02 s/);
  expect(ended).toBe('it was terminated');
});
