/** The form of a new campaign: the fields that matter, and the whole configuration as JSON. */
import { useEffect, useId, useState } from 'preact/hooks';
import { CampaignConfig, EngineName } from '../../core/campaign-config.ts';
import { type MessageKey, t } from '../messages.ts';
import type { WorkbenchModel } from '../model.ts';

type Json = Record<string, unknown>;

interface Field {
  /** Keys from the top of the configuration down. */
  path: [string] | [string, string];
  label: MessageKey;
  kind: 'text' | 'integer' | 'number' | 'boolean' | 'choice';
  choices?: readonly string[];
}

const FIELDS: readonly Field[] = [
  { path: ['name'], label: 'field.name', kind: 'text' },
  { path: ['seed'], label: 'field.seed', kind: 'integer' },
  { path: ['epochs'], label: 'field.epochs', kind: 'integer' },
  { path: ['roundsPerEpoch'], label: 'field.roundsPerEpoch', kind: 'integer' },
  { path: ['episodesPerRound'], label: 'field.episodesPerRound', kind: 'integer' },
  { path: ['monitoring', 'pairs'], label: 'field.monitoring.pairs', kind: 'integer' },
  { path: ['ppo', 'learningRate'], label: 'field.ppo.learningRate', kind: 'number' },
  { path: ['ppo', 'entropyCoefficient'], label: 'field.ppo.entropyCoefficient', kind: 'number' },
  { path: ['ppo', 'imitationCoefficient'], label: 'field.ppo.imitationCoefficient', kind: 'number' },
  { path: ['evaluation', 'validationTasks'], label: 'field.evaluation.validationTasks', kind: 'integer' },
  { path: ['evaluation', 'heldoutTasks'], label: 'field.evaluation.heldoutTasks', kind: 'integer' },
  { path: ['engine'], label: 'field.engine', kind: 'choice', choices: [...EngineName.options, 'auto'] },
  { path: ['teacher', 'labeller'], label: 'field.teacher.labeller', kind: 'boolean' },
];

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A choice as its option's text; what is no name, the JSON says. */
function textOf(value: unknown): string {
  return isObject(value) ? JSON.stringify(value) : String(value);
}

function read(config: Json, path: Field['path']): unknown {
  const [first, second] = path;
  const value = config[first];
  if (second === undefined) return value;
  return isObject(value) ? value[second] : undefined;
}

function write(config: Json, path: Field['path'], value: unknown): Json {
  const [first, second] = path;
  if (second === undefined) return { ...config, [first]: value };
  const group = config[first];
  return { ...config, [first]: { ...(isObject(group) ? group : {}), [second]: value } };
}

/** The configuration documents itself: a field's hint is its schema's description. */
function hintOf(path: Field['path']): string {
  const [first, second] = path;
  let schema: unknown = (CampaignConfig.shape as Record<string, unknown>)[first];
  if (second !== undefined) {
    const inner = (schema as { def?: { innerType?: { shape?: Record<string, unknown> } } }).def?.innerType;
    schema = inner?.shape?.[second];
  }
  return (schema as { description?: string } | undefined)?.description ?? '';
}

type Check = { status: 'checking' | 'valid' } | { status: 'wrong'; reason: string };

function FieldInput(props: { field: Field; config: Json; onChange: (config: Json) => void }) {
  const { field, config } = props;
  const id = useId();
  const value = read(config, field.path);
  const set = (next: unknown) => props.onChange(write(config, field.path, next));
  const hint = hintOf(field.path);
  const described = { id, title: hint, 'data-field': field.path.join('.') };
  let input = null;
  if (field.kind === 'boolean') {
    input = (
      <input
        {...described}
        type="checkbox"
        checked={value === true}
        onChange={(event) => set(event.currentTarget.checked)}
      />
    );
  } else if (field.kind === 'choice') {
    input = (
      <select {...described} value={textOf(value)} onChange={(event) => set(event.currentTarget.value)}>
        {isObject(value) ? <option value={textOf(value)}>{textOf(value)}</option> : null}
        {field.choices?.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    );
  } else if (field.kind === 'text') {
    input = (
      <input
        {...described}
        type="text"
        value={String(value ?? '')}
        onInput={(event) => set(event.currentTarget.value)}
      />
    );
  } else {
    input = (
      <input
        {...described}
        type="number"
        min={0}
        step={field.kind === 'integer' ? 1 : 'any'}
        value={typeof value === 'number' ? value : ''}
        onInput={(event) => {
          const { valueAsNumber } = event.currentTarget;
          // An empty field is not 0: null is what the check then names.
          set(Number.isNaN(valueAsNumber) ? null : valueAsNumber);
        }}
      />
    );
  }
  return (
    <div class={`field field-${field.kind}`}>
      <label for={id} title={hint}>
        {t(field.label)}
      </label>
      {input}
    </div>
  );
}

/** The form. Nothing is created until the learner has accepted the configuration. */
export function CampaignForm({ model }: { model: WorkbenchModel }) {
  const presets = model.boot.value.status === 'ready' ? model.boot.value.value.presets : [];
  const [presetId, setPresetId] = useState(presets[0]?.id ?? '');
  const [config, setConfig] = useState<Json>(() => ({ ...presets[0]?.config }));
  const [text, setText] = useState(() => JSON.stringify(presets[0]?.config ?? {}, null, 2));
  const [notJson, setNotJson] = useState<string | null>(null);
  const [check, setCheck] = useState<Check>({ status: 'checking' });
  const id = useId();

  function change(next: Json): void {
    setConfig(next);
    setText(JSON.stringify(next, null, 2));
    setNotJson(null);
  }

  function edit(next: string): void {
    setText(next);
    try {
      const parsed: unknown = JSON.parse(next);
      setNotJson(null);
      setConfig(isObject(parsed) ? parsed : { parsed });
    } catch (error) {
      setNotJson(error instanceof Error ? error.message : String(error));
    }
  }

  useEffect(() => {
    let current = true;
    setCheck({ status: 'checking' });
    const timer = setTimeout(() => {
      model.api.checkConfig(config).then(
        () => current && setCheck({ status: 'valid' }),
        (error: unknown) =>
          current &&
          setCheck({ status: 'wrong', reason: error instanceof Error ? error.message : String(error) }),
      );
    }, 250);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [config]);

  const reason =
    notJson !== null
      ? t('campaign.config.notJson', { reason: notJson })
      : check.status === 'wrong'
        ? check.reason
        : null;
  const ready = model.writer.value && reason === null && check.status === 'valid';
  return (
    <form
      class="campaign-form"
      aria-label={t('campaign.new')}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) void model.create(config, model.runningId.value === null);
      }}
    >
      <div class="field field-preset">
        <label for={`${id}-preset`} title={t('campaign.preset.hint')}>
          {t('campaign.preset')}
        </label>
        <select
          id={`${id}-preset`}
          value={presetId}
          onChange={(event) => {
            const chosen = presets.find((preset) => preset.id === event.currentTarget.value);
            if (!chosen) return;
            setPresetId(chosen.id);
            change({ ...chosen.config });
          }}
        >
          {presets.map((preset) => (
            <option key={preset.id} value={preset.id}>
              {preset.id}
            </option>
          ))}
        </select>
      </div>
      <div class="fields">
        {FIELDS.map((field) => (
          <FieldInput key={field.path.join('.')} field={field} config={config} onChange={change} />
        ))}
      </div>
      <details>
        <summary>{t('campaign.advanced')}</summary>
        <textarea
          class="json"
          rows={14}
          spellcheck={false}
          aria-label={t('campaign.advanced')}
          aria-invalid={reason !== null}
          aria-describedby={`${id}-check`}
          value={text}
          onInput={(event) => edit(event.currentTarget.value)}
        />
      </details>
      <p
        id={`${id}-check`}
        class={reason === null ? 'check' : 'check check-wrong'}
        role={reason === null ? 'status' : 'alert'}
      >
        {reason ?? (check.status === 'valid' ? t('campaign.config.valid') : t('campaign.config.checking'))}
      </p>
      <div class="row">
        <button type="submit" class="primary" disabled={!ready}>
          {model.runningId.value === null ? t('campaign.create') : t('campaign.createOnly')}
        </button>
        {model.runningId.value === null ? (
          <button type="button" disabled={!ready} onClick={() => void model.create(config, false)}>
            {t('campaign.createOnly')}
          </button>
        ) : null}
      </div>
    </form>
  );
}
