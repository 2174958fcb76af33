/** The engines of a campaign: which are at work, and what they were chosen by. */
import type { Calibration, EnginesInUse } from '../../core/engine-calibration.ts';
import { Figure } from '../figure.tsx';
import { t } from '../messages.ts';

/** Names of the engines, as a person reads them, one a line; of one engine, its name. */
export function engineLines(engines: EnginesInUse | null): string[] {
  if (engines === null) return [t('engines.auto')];
  const { acting, updating } = engines;
  if (acting === updating) return [acting];
  return [t('engines.actingOn', { engine: acting }), t('engines.updatingOn', { engine: updating })];
}

/** The same in one line. */
export function enginesText(engines: EnginesInUse | null): string {
  return engineLines(engines).join(', ');
}

/** The GPU in its driver's words; empty without one. */
export function adapterText({ adapter }: Pick<EnginesInUse, 'adapter'>): string {
  if (adapter === null) return '';
  const { vendor, architecture, description, fallback } = adapter;
  const names = [vendor, architecture, description].filter((name) => name !== '');
  const name = names.length > 0 ? names.join(' ') : t('engines.adapter.unnamed');
  return fallback ? t('engines.adapter.software', { name }) : name;
}

/** The measured figures. */
export function CalibrationTable({ calibration }: { calibration: Calibration }) {
  const { rows, acting, updating } = calibration;
  const adapter = adapterText(calibration);
  const chosen = (is: boolean) => (is ? 'right chosen' : 'right');
  return (
    <details>
      <summary>{t('engines.calibration')}</summary>
      <p class="hint">{t('engines.calibration.hint')}</p>
      <div class="table-scroll">
        <table class="table table-small" aria-label={t('engines.calibration')}>
          <thead>
            <tr>
              <th>{t('engines.engine')}</th>
              <th class="right">{t('engines.acting', { states: 1 })}</th>
              <th class="right">{t('engines.acting', { states: 16 })}</th>
              <th class="right">{t('engines.acting', { states: 64 })}</th>
              <th class="right">{t('engines.update')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ engine, actingMs, updateMs, note }) => (
              <tr key={engine}>
                <th scope="row" title={note ?? undefined}>
                  {engine}
                </th>
                {([1, 16, 64] as const).map((states) => (
                  <td key={states} class={chosen(engine === acting)}>
                    <Figure value={actingMs[states]} />
                  </td>
                ))}
                <td class={chosen(engine === updating)}>
                  <Figure value={updateMs} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.map(({ engine, note }) =>
        note === null ? null : (
          <p key={engine} class="hint">
            {t('engines.note', { engine, note })}
          </p>
        ),
      )}
      {adapter === '' ? null : <p class="hint">{t('engines.adapter', { adapter })}</p>}
    </details>
  );
}
