/** The right-hand drawer: details of what was clicked, over the panels but not in their way. */
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { t } from './messages.ts';

/** Takes the focus when it opens and gives it back when it closes; Escape closes it. */
export function Drawer(props: {
  title: string;
  /** Changes when the drawer shows something else. */
  name: string;
  children: ComponentChildren;
  onClose: () => void;
  onKey?: (key: string) => boolean;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<Element | null>(null);
  const id = useId();
  useEffect(() => {
    opener.current = document.activeElement;
    return () => {
      const back = opener.current;
      if ((back instanceof HTMLElement || back instanceof SVGElement) && back.isConnected) back.focus();
    };
  }, []);
  useEffect(() => heading.current?.focus(), [props.name]);
  return (
    <dialog
      open
      class="drawer"
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          props.onClose();
          return;
        }
        const { target } = event;
        const typing =
          target instanceof HTMLInputElement ||
          target instanceof HTMLSelectElement ||
          target instanceof HTMLTextAreaElement;
        if (!typing && !event.altKey && !event.ctrlKey && !event.metaKey && props.onKey?.(event.key)) {
          event.preventDefault();
        }
      }}
    >
      <header class="drawer-head">
        <h2 id={id} ref={heading} tabIndex={-1}>
          {props.title}
        </h2>
        <button
          type="button"
          class="icon"
          aria-label={t('app.close')}
          title={t('app.close')}
          onClick={props.onClose}
        >
          <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
            <path d="M3 3 13 13M13 3 3 13" stroke="currentColor" stroke-width="1.8" />
          </svg>
        </button>
      </header>
      <div class="drawer-body">{props.children}</div>
    </dialog>
  );
}
