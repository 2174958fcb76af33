/** The frame of every panel, with its loading, error and empty states. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { t } from './messages.ts';
import type { Loadable } from './model.ts';

/** A titled region of the grid. `area` names its place in the grid. */
export function Panel(props: {
  title: string;
  area: string;
  actions?: ComponentChildren;
  children: ComponentChildren;
}) {
  const id = useId();
  return (
    <section id={`panel-${props.area}`} class={`panel panel-${props.area}`} aria-labelledby={id}>
      <header class="panel-head">
        <h2 id={id}>{props.title}</h2>
        <div class="panel-actions">{props.actions}</div>
      </header>
      <div class="panel-body">{props.children}</div>
    </section>
  );
}

/** Brings a panel into sight, for a button elsewhere that changed what it shows. */
export function revealPanel(area: string): void {
  document.getElementById(`panel-${area}`)?.scrollIntoView({ block: 'nearest' });
}

/** What a panel says when it has nothing to show, and what to do about it. */
export function Empty({ text, children }: { text: string; children?: ComponentChildren }) {
  return (
    <div class="state state-empty">
      <p>{text}</p>
      {children}
    </div>
  );
}

/** Shows a loaded value, or that it is on its way, or why it could not be read. */
export function Loaded<T>(props: {
  of: Loadable<T>;
  retry?: () => void;
  children: (value: T) => ComponentChildren;
}) {
  const { of } = props;
  if (of.status === 'loading') {
    return (
      <div class="state state-loading" role="status">
        <span class="spinner" aria-hidden="true" />
        {t('app.loading.panel')}
      </div>
    );
  }
  if (of.status === 'error') {
    return (
      <div class="state state-error" role="alert">
        <p>
          <strong>{t('app.error.panel')}</strong> {of.message}
        </p>
        {props.retry ? (
          <button type="button" onClick={props.retry}>
            {t('app.retry')}
          </button>
        ) : null}
      </div>
    );
  }
  return <>{props.children(of.value)}</>;
}
