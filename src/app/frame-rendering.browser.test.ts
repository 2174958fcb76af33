import { signal } from '@preact/signals';
import { h, render } from 'preact';
import { expect, it, vi } from 'vitest';
import { renderOncePerFrame } from './frame-rendering.ts';

it('renders a burst of updates at most once a frame, and ends with the last of them', async () => {
  renderOncePerFrame();
  const value = signal(0);
  let renders = 0;
  function Shown() {
    renders += 1;
    return h('p', null, value.value);
  }
  const root = document.createElement('div');
  render(h(Shown, {}), root);
  let frames = 0;
  let watching = requestAnimationFrame(function count() {
    frames += 1;
    watching = requestAnimationFrame(count);
  });
  // Every message of a worker is a task of its own.
  const { port1, port2 } = new MessageChannel();
  await new Promise<void>((resolve) => {
    port2.onmessage = () => {
      value.value += 1;
      if (value.value === 500) resolve();
      else port1.postMessage(null);
    };
    port1.postMessage(null);
  });
  await vi.waitFor(() => expect(root.textContent).toBe('500'));
  cancelAnimationFrame(watching);
  port2.close();
  // The first render, one a frame, and one in the frame that is not counted yet.
  expect(renders).toBeLessThanOrEqual(frames + 2);
});
