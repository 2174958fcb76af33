/** The one way to turn a message key into text. */
import { createInstance } from 'i18next';
import { en } from './messages/en.ts';

type CatalogueKey = keyof typeof en;
type PluralBase<Key> = Key extends `${infer Base}_other` ? Base : never;

/** A key of the catalogue; plural keys are named without their `_one` and `_other`. */
export type MessageKey = CatalogueKey | PluralBase<CatalogueKey>;

const catalogue = createInstance();
// Resources are in memory, so that this completes before it returns.
void catalogue.init({
  lng: 'en',
  resources: { en: { translation: en } },
  keySeparator: false,
  nsSeparator: false,
  initAsync: false,
  interpolation: { escapeValue: false },
});

/** Texts without values never change, and the page asks for hundreds of them whenever it draws. */
const fixed = new Map<MessageKey, string>();

/** Text of a message, with its values filled in; `count` chooses the plural form. */
export function t(key: MessageKey, values?: Record<string, string | number>): string {
  if (values !== undefined) return catalogue.t(key, values);
  let text = fixed.get(key);
  if (text === undefined) {
    text = catalogue.t(key);
    fixed.set(key, text);
  }
  return text;
}

/** Text of a key that comes from data (a phase, a stop reason); the name itself when there is none. */
export function tNamed(prefix: string, name: string): string {
  const key = name.startsWith(`${prefix}.`) ? name : `${prefix}.${name}`;
  return catalogue.exists(key) ? catalogue.t(key) : name.replace(`${prefix}.`, '').replaceAll('_', ' ');
}
