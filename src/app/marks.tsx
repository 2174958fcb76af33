/** Outcomes as they appear in lists: a shape, a colour and a word. */
import type { EnvironmentId, Lane, Outcome } from '../core/contracts.ts';
import { Glyph, type GlyphName } from './glyph.tsx';
import { t } from './messages.ts';

/** A lane's shape is that of the comparison that leads into it. */
export const LANE_GLYPHS: Readonly<Record<Lane, GlyphName>> = {
  positive: 'better',
  neutral: 'same',
  negative: 'worse',
  diagnostic_only: 'failed',
};

/** How an episode ended. */
export function OutcomeMark({ outcome }: { outcome: Outcome }) {
  return (
    <span class={`mark result-${outcome}`}>
      <Glyph name={outcome} />
      {t(`result.${outcome}`)}
    </span>
  );
}

/** How a comparison came out. */
export function ComparedMark({ outcome }: { outcome: 'better' | 'same' | 'worse' | 'failed' }) {
  return (
    <span class={`mark outcome-${outcome}`}>
      <Glyph name={outcome} />
      {t(`outcome.${outcome}`)}
    </span>
  );
}

/** A lane's name in its outcome's colour. */
export function LaneMark({ lane }: { lane: Lane }) {
  return (
    <span class={`mark lane-mark-${lane}`}>
      <Glyph name={LANE_GLYPHS[lane]} />
      {t(`lane.${lane}`)}
    </span>
  );
}

/** An environment's name in its hue. */
export function EnvironmentMark({ environment }: { environment: EnvironmentId }) {
  return <span class={`env env-${environment}`}>{t(`environment.${environment}`)}</span>;
}
