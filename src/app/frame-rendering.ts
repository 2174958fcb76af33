/** When the page is drawn again after its state changed. */
import { options } from 'preact';

/** A hidden page has no frames; it is kept up to date this often, in milliseconds. */
const HIDDEN_INTERVAL = 250;

/**
 * However many updates arrive, changed components render together, once a frame. Call before the
 * first render.
 */
export function renderOncePerFrame(): void {
  options.debounceRendering = (render) => {
    const once = () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      render();
    };
    const frame = requestAnimationFrame(once);
    const timer = setTimeout(once, HIDDEN_INTERVAL);
  };
}
