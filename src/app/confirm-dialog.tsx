/** The dialog before something is destroyed or replaced. */
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { t } from './messages.ts';

/** Modal question with a way back, which has the focus. `onClose` hears how it ended. */
export function ConfirmDialog(props: {
  title: string;
  text: string;
  confirm: string;
  onClose: (confirmed: boolean) => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before the first frame: it is never seen closed.
  useLayoutEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class="confirm"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault();
        props.onClose(false);
      }}
    >
      <h2 id={`${id}-title`}>{props.title}</h2>
      <p id={`${id}-text`}>{props.text}</p>
      <div class="row row-end">
        <button type="button" autofocus onClick={() => props.onClose(false)}>
          {t('app.cancel')}
        </button>
        <button type="button" class="danger" onClick={() => props.onClose(true)}>
          {props.confirm}
        </button>
      </div>
    </dialog>
  );
}
