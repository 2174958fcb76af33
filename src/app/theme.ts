/** Dark or light: as the system, unless a person chose. */
import { effect, signal } from '@preact/signals';

/** What the page can look like; `auto` follows the system. */
export type Theme = 'auto' | 'dark' | 'light';

const KEY = 'theme';

function stored(): Theme {
  const value = localStorage.getItem(KEY);
  return value === 'dark' || value === 'light' ? value : 'auto';
}

/** The chosen theme. */
export const theme = signal<Theme>(stored());

/** Counts changes of the colours that are really shown, so that charts know when to redraw. */
export const paletteVersion = signal(0);

/** Applies the choice to the document and follows the system; call once. */
export function applyTheme(): void {
  effect(() => {
    if (theme.value === 'auto') {
      localStorage.removeItem(KEY);
      delete document.documentElement.dataset.theme;
    } else {
      localStorage.setItem(KEY, theme.value);
      document.documentElement.dataset.theme = theme.value;
    }
    paletteVersion.value = paletteVersion.peek() + 1;
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    paletteVersion.value += 1;
  });
}

/** The choice after the next press of the toggle. */
export function cycleTheme(): void {
  const order: Theme[] = ['auto', 'dark', 'light'];
  theme.value = order[(order.indexOf(theme.value) + 1) % order.length] ?? 'auto';
}
