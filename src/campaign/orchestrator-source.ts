/** Where campaigns get the orchestrator environment from. */
import { hashOf } from '../core/canonical.ts';
import type { Environment } from '../core/environment.ts';
import { EnvironmentOptionsError } from '../core/environment-options.ts';
import { generateFlowTasks } from '../environments/browser/index.ts';
import {
  createOrchestratorEnvironment,
  generateOrchestratorTasks,
  parseOrchestratorOptions,
  type RunTask,
  type WrappedTask,
} from '../environments/orchestrator/index.ts';
import { parseShellOptions } from '../environments/shell/index.ts';
import { placeModules } from '../environments/shell/splits.ts';
import type { EnvironmentSource } from './environment-source.ts';

/** What live mode needs; without it, asking for live mode is an error. */
export interface LiveTasks {
  /** Runs a task of another environment with the student as it is now. */
  runTask?: RunTask;
}

/** Flows of each family that items may stand for, by split; none for monitoring, which shares training's. */
const FLOWS = { train: 6, monitor: 1, validation: 3, heldout: 6 } as const;

/** Keeps the tasks of the last campaign. */
export function orchestratorSource({ runTask }: LiveTasks = {}): EnvironmentSource {
  let kept: { key: string; environment: Environment } | null = null;
  const checked = (given: unknown) => {
    const options = parseOrchestratorOptions(given);
    if (options.live && runTask === undefined) {
      throw new EnvironmentOptionsError(
        'environments.orchestrator.options: "live": there is nothing here that runs real tasks (set it to false)',
      );
    }
    return options;
  };
  return {
    check: (options) => void checked(options),

    async prepare(config) {
      const options = checked(config.environments.orchestrator?.options);
      const key = JSON.stringify([config.seed, options, config.environments.shell?.options]);
      if (kept?.key === key) return kept.environment;
      const items = await realTasks(config.seed, config.environments.shell?.options);
      const tasks = await generateOrchestratorTasks({
        seed: config.seed,
        tasksPerFamily: options.tasksPerFamily,
        items,
      });
      const environment = createOrchestratorEnvironment({
        tasks,
        options,
        ...(options.live && runTask ? { runTask } : {}),
      });
      kept = { key, environment };
      return environment;
    },

    async generate(seed, count) {
      const { tasksPerFamily } = parseOrchestratorOptions({});
      const items = await realTasks(seed, {});
      const all = await generateOrchestratorTasks({ seed, tasksPerFamily, items });
      const tasks = all.slice(0, count ?? all.length);
      return { tasks, rejected: {}, hash: await hashOf(tasks.map(({ contentHash }) => contentHash)) };
    },
  };
}

/** The shell's modules, in the splits that a campaign's shell options give them, and the browser's flows. */
export async function realTasks(seed: number, shellOptions: unknown): Promise<WrappedTask[]> {
  const sources = import.meta.glob<string>('../environments/shell/modules/*/*/src/*.js', {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const modules = new Map<string, { family: string; name: string; text: string }>();
  for (const [path, text] of Object.entries(sources)) {
    const [family = '', name = ''] = path.split('/').slice(-4, -2);
    modules.set(name, modules.get(name) ?? { family, name, text });
  }
  const places = placeModules([...modules.values()], parseShellOptions(shellOptions));
  const repairs = [...places].flatMap(([name, { split }]) => {
    const module = modules.get(name);
    return module === undefined ? [] : [repairItem(module, split)];
  });
  const { train: tasksPerFamily, ...others } = FLOWS;
  const flows = (await generateFlowTasks({ seed, tasksPerFamily, others })).flatMap(
    ({ split, taskId, family, cluster, goal }): WrappedTask[] =>
      split === 'monitor'
        ? []
        : [{ environment: 'browser', taskId, family, cluster, split, summary: firstSentence(goal) }],
  );
  return [...repairs, ...flows];
}

function repairItem(
  { family, name, text }: { family: string; name: string; text: string },
  split: WrappedTask['split'],
): WrappedTask {
  const comment = /\/\*\*([\s\S]*?)(?:@|\*\/)/.exec(text)?.[1] ?? '';
  const about = firstSentence(comment.replace(/\s*\*\s?/g, ' ').trim());
  return {
    environment: 'shell',
    taskId: `shell/${name}`,
    family,
    cluster: name,
    split,
    summary: `repair ${name.replaceAll('-', ' ')}, ${about}`,
  };
}

/** Words of a text's first sentence that a summary keeps. */
const SUMMARY_WORDS = 18;

function firstSentence(text: string): string {
  const sentence = /^[\s\S]*?(?=\.(?:\s|$)|$)/.exec(text)?.[0] ?? '';
  return sentence.trim().split(/\s+/).slice(0, SUMMARY_WORDS).join(' ');
}
