/** The page's glyphs: each means one thing wherever it appears, by shape first and colour second. */

const SHAPES = {
  // Outcomes of a comparison.
  better: 'M6 1.5 11 10.5H1Z',
  same: 'M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9Z',
  worse: 'M1 1.5h10L6 10.5Z',
  failed: 'M2.6 1.2 6 4.6l3.4-3.4 1.4 1.4L7.4 6l3.4 3.4-1.4 1.4L6 7.4l-3.4 3.4-1.4-1.4L4.6 6 1.2 2.6Z',
  // Pointers.
  active: 'M6 .5 11.5 6 6 11.5.5 6Z',
  pre_update_ref: 'M6 .5 11.5 6 6 11.5.5 6Zm0 2.4L2.9 6 6 9.1 9.1 6Z',
  last_stable: 'M1.2 1.2h9.6v9.6H1.2Z',
  // Decisions.
  promote: 'M6 .8 11 6H8v5.2H4V6H1Z',
  rollback: 'M4.6 1 1 4.4l3.6 3.4V5.6h3a1.7 1.7 0 0 1 0 3.4H4.4v2h3.2a3.7 3.7 0 0 0 0-7.4h-3Z',
  replay_only: 'M1.5 5h9v2h-9Z',
  continue: 'M6 4.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6Z',
  // States of a campaign.
  idle: 'M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9Zm0 1.6a2.9 2.9 0 1 0 0 5.8 2.9 2.9 0 0 0 0-5.8Z',
  preparing: 'M6 1.5a4.5 4.5 0 0 1 0 9Zm0 0v1.6a2.9 2.9 0 0 0 0 5.8v1.6a4.5 4.5 0 0 1 0-9Z',
  running: 'M2.5 1.2 10.8 6l-8.3 4.8Z',
  paused: 'M2.2 1.5h2.8v9H2.2Zm4.8 0h2.8v9H7Z',
  stopping: 'M2 2h8v8H2Z',
  completed: 'M4.6 10.2.8 6.3l1.5-1.5 2.3 2.4 5.1-5.4 1.5 1.4Z',
  frozen:
    'M5.2.6h1.6v3.7L10 2.5l.8 1.4L7.6 5.8h0L10.8 8 10 9.4 6.8 7.600v3.800H5.200V7.600L2 9.4 1.2 8l3.2-2L1.2 4 2 2.600l3.2 1.800Z',
  // Marks.
  chosen: 'M1 5h6.2L4.7 2.5 6.1 1.1 11 6l-4.9 4.9-1.4-1.400L7.2 7H1Z',
  acceptable: 'M4.6 10.2.8 6.3l1.5-1.5 2.3 2.4 5.1-5.4 1.5 1.400Z',
  plus: 'M5 1.500h2V5h3.500v2H7v3.500H5V7H1.500V5H5Z',
  import: 'M5 .8h2v4.700h2.600L6 9.2 2.4 5.500H5Zm-3.8 9h9.600v1.600H1.200Z',
  export: 'M6 .800 9.6 4.500H7v4.700H5V4.500H2.400Zm-4.8 9h9.600v1.600H1.200Z',
  success: 'M6 1.500a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9Z',
  partial: 'M6 1.500a4.5 4.5 0 0 1 0 9Zm0 0v1.400a3.1 3.1 0 0 0 0 6.200v1.400a4.5 4.5 0 0 1 0-9Z',
  failure:
    'M2.6 1.2 6 4.600l3.4-3.4 1.4 1.400L7.4 6l3.4 3.4-1.4 1.400L6 7.400l-3.4 3.4-1.4-1.400L4.6 6 1.2 2.600Z',
  blocked: 'M1.2 4.800h9.600v2.400H1.200Z',
} as const;

/** Name of a glyph. */
export type GlyphName = keyof typeof SHAPES;

/** States that share a shape with another. */
const ALIASES: Record<string, GlyphName> = { pausing: 'paused', failed: 'failed' };

/** Glyph of something named in data, e.g. a run state. */
export function glyphOf(name: string): GlyphName {
  if (name.startsWith('rollback')) return 'rollback';
  if (name in SHAPES) return name as GlyphName;
  return ALIASES[name] ?? 'continue';
}

/** Path of a glyph in a 12 × 12 box, for drawing it inside another picture. */
export function glyphPath(name: GlyphName): string {
  return SHAPES[name];
}

/** A glyph in the current text colour. Decoration: its meaning must be written beside it or in `label`. */
export function Glyph({ name, label, size = 10 }: { name: GlyphName; label?: string; size?: number }) {
  const box = { class: `glyph glyph-${name}`, viewBox: '0 0 12 12', width: size, height: size };
  const shape = <path d={SHAPES[name]} fill-rule="evenodd" />;
  if (label === undefined) {
    return (
      <svg {...box} aria-hidden="true">
        {shape}
      </svg>
    );
  }
  return (
    <svg {...box} role="img" aria-label={label}>
      <title>{label}</title>
      {shape}
    </svg>
  );
}
