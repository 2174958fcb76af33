/** Arrangements of a flow's page. A split has layouts of its own, and each has something that no other split has. */

/** What makes up a layout. */
export interface Layout {
  /** What is around the task: nothing, a bar with links above or below it, a column beside it, a trail, a notice. */
  readonly chrome: 'bare' | 'bar' | 'foot' | 'side' | 'trail' | 'masthead';
  /** Where a field's label is. `inside`: as the placeholder; `legend`: of a fieldset around it; `term`: of a description list. */
  readonly labels: 'above' | 'beside' | 'inside' | 'after' | 'legend' | 'term';
  readonly required: 'star' | 'word' | 'unmarked';
  /** Whether the button that goes on is before or after the others. */
  readonly primary: 'first' | 'last';
  readonly toggles: 'checkbox' | 'switch';
  readonly choices: 'radios' | 'roles';
  readonly entries: 'list' | 'table' | 'articles' | 'groups';
  readonly dialogs: 'centre' | 'foot' | 'sheet';
}

/** Layouts by name; a split's own are in `LAYOUTS_OF_SPLIT`. */
export const LAYOUTS = {
  plain: {
    chrome: 'bare',
    labels: 'above',
    required: 'star',
    primary: 'first',
    toggles: 'checkbox',
    choices: 'radios',
    entries: 'list',
    dialogs: 'centre',
  },
  office: {
    chrome: 'bar',
    labels: 'beside',
    required: 'word',
    primary: 'last',
    toggles: 'checkbox',
    choices: 'radios',
    entries: 'table',
    dialogs: 'centre',
  },
  shop: {
    chrome: 'foot',
    labels: 'inside',
    required: 'unmarked',
    primary: 'first',
    toggles: 'switch',
    choices: 'radios',
    entries: 'articles',
    dialogs: 'foot',
  },
  portal: {
    chrome: 'side',
    labels: 'above',
    required: 'word',
    primary: 'last',
    toggles: 'checkbox',
    choices: 'roles',
    entries: 'list',
    dialogs: 'foot',
  },
  desk: {
    chrome: 'bar',
    labels: 'after',
    required: 'star',
    primary: 'first',
    toggles: 'switch',
    choices: 'roles',
    entries: 'articles',
    dialogs: 'centre',
  },
  clinic: {
    chrome: 'trail',
    labels: 'above',
    required: 'word',
    primary: 'last',
    toggles: 'checkbox',
    choices: 'radios',
    entries: 'table',
    dialogs: 'foot',
  },
  ledger: {
    chrome: 'masthead',
    labels: 'legend',
    required: 'unmarked',
    primary: 'last',
    toggles: 'checkbox',
    choices: 'roles',
    entries: 'groups',
    dialogs: 'sheet',
  },
  kiosk: {
    chrome: 'bare',
    labels: 'term',
    required: 'star',
    primary: 'first',
    toggles: 'switch',
    choices: 'radios',
    entries: 'groups',
    dialogs: 'sheet',
  },
  bureau: {
    chrome: 'masthead',
    labels: 'term',
    required: 'word',
    primary: 'last',
    toggles: 'switch',
    choices: 'roles',
    entries: 'table',
    dialogs: 'sheet',
  },
} as const satisfies Record<string, Layout>;

export type LayoutName = keyof typeof LAYOUTS;

/** The layouts of each split; monitoring shares those of training. */
export const LAYOUTS_OF_SPLIT = {
  train: ['plain', 'office', 'shop', 'portal'],
  validation: ['desk', 'clinic'],
  heldout: ['ledger', 'kiosk', 'bureau'],
} as const satisfies Record<string, readonly LayoutName[]>;
