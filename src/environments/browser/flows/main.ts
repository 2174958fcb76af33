/** Entry of a flow's page: reads the spec from the address, builds the page, publishes its handle. */
import type { FlowFamily } from '../task.ts';
import { type CheckedSpec, checkSpec, checkState } from './content.ts';
import { el } from './elements.ts';
import { challenge } from './families/challenge.ts';
import { consent } from './families/consent.ts';
import { editor } from './families/editor.ts';
import { filter } from './families/filter.ts';
import { form } from './families/form.ts';
import { login } from './families/login.ts';
import { navigation } from './families/navigation.ts';
import { reveal } from './families/reveal.ts';
import { session } from './families/session.ts';
import { wizard } from './families/wizard.ts';
import { FlowPage, type FlowScript } from './flow-page.ts';
import { addConsent, addExpiry, addPromotion } from './layers.ts';
import { decodeParameter } from './url-state.ts';

const FAMILIES: Readonly<Record<FlowFamily, (page: FlowPage, task: unknown) => FlowScript>> = {
  login,
  form,
  wizard,
  consent,
  reveal,
  filter,
  editor,
  session,
  challenge,
  navigation,
};

function open(spec: CheckedSpec, state: Record<string, string>, address: URL): void {
  if (!(spec.family in FAMILIES)) throw new Error(`spec names no family: "${spec.family}"`);
  const page = new FlowPage(spec, state, address);
  page.run(FAMILIES[spec.family as FlowFamily](page, spec.content.task));
  const { consent, promotion, expiry } = spec.content.hurdles;
  if (expiry !== null) addExpiry(page, expiry);
  if (consent !== null) addConsent(page, consent);
  if (promotion !== null) addPromotion(page, promotion);
  globalThis.flow = { ...page.handle, reopen: show };
}

/** Says what is wrong with the address, in place of the flow. */
function explain(error: unknown): void {
  document.title = 'This flow cannot be shown';
  const reason = error instanceof Error ? error.message : String(error);
  document.body.replaceChildren(
    el(
      'main',
      {},
      el('h1', {}, document.title),
      el('p', { role: 'alert' }, reason),
      el('a', { href: 'index.html' }, 'All flows'),
    ),
  );
}

/** Shows the flow of an address, or why it cannot be shown. */
function show(address: URL): void {
  try {
    const spec = address.searchParams.get('spec');
    if (spec === null) throw new Error('The address has no ?spec: open a flow from the list.');
    const state = address.searchParams.get('state');
    open(
      checkSpec(decodeParameter('spec', spec)),
      state === null ? {} : checkState(decodeParameter('state', state)),
      address,
    );
  } catch (error) {
    globalThis.flow = undefined;
    explain(error);
  }
}

show(new URL(location.href));
