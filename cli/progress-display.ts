/** Progress and learning table on stderr while a campaign runs. */
import { type Options, SingleBar } from 'cli-progress';
import type { Progress, WorkbenchUpdate } from '../workers/learner.protocol.ts';

/** What each phase is called on the command line. */
const PHASES: Record<string, string> = {
  'phase.benchmark': 'verifying tasks',
  'phase.calibrate': 'measuring engines',
  'phase.kernels': 'compiling kernels',
  'phase.update': 'collecting',
  'phase.updating': 'learning',
  'phase.monitor': 'monitoring',
  'phase.lane': 'comparing for lanes',
  'phase.validation': 'validating',
  'phase.heldout': 'held-out evaluation',
  'phase.rollback': 'rolling back',
};

const HEADER = ' epoch   steps  reward  train  valid  better/same/worse     kl  expl.var  decision';

/** Shows updates as they come. One per command. */
export class ProgressDisplay {
  private bar: SingleBar | null = null;
  private headerShown = false;
  private readonly latest = new Map<string, number>();
  private validation: number | null = null;
  /** Errors told by the learner, for the command's own message. */
  readonly errors: string[] = [];

  constructor(private readonly out: NodeJS.WriteStream) {}

  show(update: WorkbenchUpdate): void {
    switch (update.kind) {
      case 'progress':
        this.progress(update.progress);
        return;
      case 'metrics':
        for (const { values } of update.rows) {
          for (const [name, value] of Object.entries(values)) this.latest.set(name, value);
          const validated = Object.entries(values).find(([name]) => name.startsWith('eval/success_rate/'));
          if (validated) this.validated(validated[1]);
        }
        return;
      case 'event':
        this.event(update);
        return;
      case 'error':
        this.errors.push(update.message);
        return;
      case 'report':
      case 'campaigns':
        return;
    }
  }

  /** A line of its own. What comes next is of another campaign, with a table of its own. */
  announce(text: string): void {
    this.line(text);
    this.headerShown = false;
    this.latest.clear();
    this.validation = null;
  }

  close(): void {
    this.bar?.stop();
    this.bar = null;
  }

  private progress({ phase, done, total, fraction, secondsLeft, epoch, epochs }: Progress): void {
    const payload = {
      what: PHASES[phase] ?? phase,
      left: secondsLeft === null ? '' : `${Math.ceil(secondsLeft)} s left`,
      epoch: epochs > 0 ? `epoch ${Math.min(epoch + 1, epochs)}/${epochs}` : '',
      part: `${done}/${total}`,
    };
    if (!this.out.isTTY) return;
    if (this.bar === null) {
      const options: Options = {
        format: ' [{bar}] {percentage}% | {epoch} | {what} {part} | {left}',
        hideCursor: true,
        stream: this.out,
        clearOnComplete: true,
      };
      this.bar = new SingleBar(options);
      this.bar.start(100, 0, payload);
    }
    this.bar.update(Math.round(fraction * 100), payload);
  }

  private line(text: string): void {
    // The bar is drawn again below the line at its next update.
    this.close();
    this.out.write(`${text}\n`);
  }

  private validated(rate: number): void {
    this.validation = rate;
  }

  private event({ event }: Extract<WorkbenchUpdate, { kind: 'event' }>): void {
    const { payload } = event;
    if (payload.kind === 'epoch.closed') {
      if (!this.headerShown) this.line(HEADER);
      this.headerShown = true;
      const get = (name: string) => this.latest.get(name);
      const counts = ['better', 'same', 'worse'].map((name) => String(get(`compare/${name}`) ?? 0)).join('/');
      this.line(
        [
          String(payload.epoch + 1).padStart(6),
          String(get('time/total_timesteps') ?? 0).padStart(8),
          figure(get('rollout/ep_rew_mean')).padStart(8),
          percent(get('rollout/success_rate')).padStart(7),
          percent(this.validation ?? undefined).padStart(7),
          counts.padStart(19),
          figure(get('train/approx_kl')).padStart(8),
          figure(get('train/explained_variance')).padStart(9),
          `  ${payload.decision.action}`,
        ].join(''),
      );
    } else if (payload.kind === 'rollback.completed') {
      this.line(`        rolled back to ${payload.restored.slice(0, 12)}`);
    } else if (payload.kind === 'update.failed' || payload.kind === 'rollback.failed') {
      this.line(`        ${payload.kind}: ${payload.reason}`);
    }
  }
}

function figure(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? '–' : value.toFixed(Math.abs(value) < 0.1 ? 3 : 2);
}

/** A rate as a percentage. */
export function percent(value: number | undefined): string {
  return value === undefined ? '–' : `${(100 * value).toFixed(1)}%`;
}
