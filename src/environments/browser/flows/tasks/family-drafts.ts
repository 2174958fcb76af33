/** One task of each family in words and content. */
import type { FlowFamily, GoalValue } from '../../task.ts';
import type { FieldContent, FormContent } from '../content.ts';
import type { ChallengeContent } from '../families/challenge.ts';
import type { ConsentTaskContent } from '../families/consent.ts';
import type { EditorContent } from '../families/editor.ts';
import type { FilterContent } from '../families/filter.ts';
import type { LoginContent } from '../families/login.ts';
import type { NavigationContent } from '../families/navigation.ts';
import type { RevealContent } from '../families/reveal.ts';
import type { SessionContent } from '../families/session.ts';
import type { WizardContent } from '../families/wizard.ts';
import { consentDraft } from './consent-draft.ts';
import {
  choiceDraft,
  delayOf,
  type FieldDraft,
  type FormDraft,
  formDraft,
  type Hurdle,
  personalDraft,
  signInDraft,
  type TaskDraft,
  textDraft,
  toggleDraft,
  withLateField,
} from './field-drafts.ts';
import type { FormKind } from './vocabulary.ts';
import type { Wording } from './wording.ts';

type Hurdles = ReadonlySet<Hurdle>;

const FORM_KINDS: readonly FormKind[] = ['booking', 'contact', 'registration', 'order'];

/** A form for a family in which it is not the whole task. */
function shortForm(w: Wording, hurdles: Hurdles, most = 3): FormDraft {
  const fields = 2 + w.draws.int(most - 1);
  return formDraft(w, { kind: w.draws.pick(FORM_KINDS), fields, decoys: 0, hurdles });
}

function restSentence(w: Wording, { hasDecoys }: FormDraft): string[] {
  return hasDecoys ? [w.request('leaveRest')] : [];
}

function login(w: Wording, hurdles: Hurdles): TaskDraft {
  const { content: signIn, given } = signInDraft(w, { heading: 'signInHeading', text: 'signInText' });
  const [identity = signIn.identity, password = signIn.password] = withLateField(
    w,
    [signIn.identity, signIn.password],
    hurdles,
  );
  const remember = w.chance(0.4) ? toggleDraft(w, 'remember', w.chance(0.5), w.chance(0.3)) : null;
  const wantsRemember = remember?.content.want === true;
  const resource = w.phrase('resource');
  const lures = w.draws.shuffle([
    {
      link: w.phrase('signUp'),
      creates: true,
      form: lureForm(w, w.phrase('signUp'), w.phrase('signUpSend')),
    },
    { link: w.phrase('forgot'), creates: false, form: lureForm(w, w.phrase('forgot'), w.phrase('remedy')) },
  ]);
  const task: LoginContent = {
    wall: w.chance(0.5)
      ? { heading: resource, text: w.phrase('signInText'), enter: w.phrase('enterWall') }
      : null,
    pages: w.chance(0.4),
    signIn: { ...signIn, identity, password } as LoginContent['signIn'],
    next: w.chance(0.35) ? w.phrase('next') : null,
    remember: remember?.content ?? null,
    lures: lures.slice(0, w.draws.int(3)),
    back: w.phrase('back'),
    hiccup: w.chance(0.25) ? w.phrase('hiccup') : null,
    inside: {
      heading: resource,
      text: w.phrase('resourceText'),
      welcome: w.phrase('welcome'),
      signOut: w.phrase('signOut'),
    },
  };
  const about = wantsRemember ? 'rememberOn' : 'rememberOff';
  return {
    request: w.request('login', { resource }),
    given,
    givenInWords: remember?.given ?? [],
    sentences: remember === null ? [] : [w.request(about)],
    task,
  };
}

/** The form behind a link that does not lead to the goal. */
function lureForm(w: Wording, heading: string, submit: string): FormContent {
  return {
    heading,
    intro: '',
    fields: [textDraft(w, 'email', '').content],
    submit,
    reset: null,
    summary: w.phrase('summary'),
    loading: w.phrase('loading'),
    done: { heading: w.phrase('doneHeading'), text: w.phrase('doneText') },
  };
}

function form(w: Wording, hurdles: Hurdles): TaskDraft {
  const most = hurdles.size === 0 ? 7 : hurdles.size === 1 ? 5 : 4;
  const fields = 3 + w.draws.int(most - 2);
  const draft = formDraft(w, { kind: w.draws.pick(FORM_KINDS), fields, decoys: w.draws.int(3), hurdles });
  return {
    request: w.request('form', { title: draft.title }),
    given: draft.given,
    sentences: restSentence(w, draft),
    task: draft.content,
  };
}

function wizard(w: Wording, hurdles: Hurdles): TaskDraft {
  const kind = w.draws.pick(FORM_KINDS);
  const who = w.draws.pick([
    ['fullName', 'email'],
    ['firstName', 'lastName'],
    ['fullName'],
    ['email'],
  ] as const);
  const first = who.map((name) => personalDraft(w, name));
  const choice = choiceDraft(w, w.draws.pick(['delivery', 'contact', 'department', 'slot'] as const));
  const conditional = w.draws.pick(['street', 'phone', 'reference', 'city'] as const);
  // The step depends on the chosen option, or on one that must not be chosen.
  const applies = w.chance(0.5);
  const option = applies
    ? choice.content.want
    : choice.content.options.find((o) => o !== choice.content.want);
  const detail = personalDraft(w, conditional);
  const last = toggleDraft(w, w.draws.pick(['terms', 'reminder', 'gift'] as const), true, false);
  const hasCondition = w.chance(0.6);
  const steps: { drafts: FieldDraft[]; onlyIf: WizardContent['steps'][number]['onlyIf'] }[] = [
    { drafts: first, onlyIf: null },
    { drafts: [choice], onlyIf: null },
    ...(hasCondition
      ? [{ drafts: [detail], onlyIf: { label: choice.content.label, value: option ?? '' } }]
      : []),
    ...(!hasCondition || w.chance(0.6) ? [{ drafts: [last], onlyIf: null }] : []),
  ];
  const needed = steps.filter(({ onlyIf }) => onlyIf === null || applies);
  const headings = w.several('step');
  const task: WizardContent = {
    title: w.title(kind),
    steps: steps.map(({ drafts, onlyIf }, i) => ({
      heading: drafts[0]?.content.label ?? '',
      fields:
        i === 0
          ? withLateField(
              w,
              drafts.map(({ content }) => content),
              hurdles,
            )
          : drafts.map(({ content }) => content),
      onlyIf,
    })),
    stepWord: headings[0] ?? '',
    next: w.phrase('next'),
    back: w.phrase('back'),
    review: {
      heading: w.phrase('reviewHeading'),
      text: w.phrase('reviewText'),
      confirm: w.phrase('confirm'),
    },
    summary: w.phrase('summary'),
    loading: w.phrase('loading'),
    done: { heading: w.phrase('doneHeading'), text: w.phrase('doneText') },
  };
  return {
    request: w.request('wizard', { title: w.title(kind) }),
    given: w.draws.shuffle(needed.flatMap(({ drafts }) => drafts)).flatMap(({ given }) => given),
    sentences: [],
    task,
  };
}

function consent(w: Wording, hurdles: Hurdles): TaskDraft {
  const behind = shortForm(w, hurdles);
  const { content, sentence } = consentDraft(w);
  const task: ConsentTaskContent = { consent: content, behind: behind.content };
  return {
    request: w.request('form', { title: behind.title }),
    given: behind.given,
    sentences: [sentence, ...restSentence(w, behind)],
    task,
  };
}

function reveal(w: Wording): TaskDraft {
  const topics = w.names('topic').slice(0, 8 + w.draws.int(3));
  const about = w.several('about');
  const target = w.draws.int(topics.length);
  const item = topics[target] ?? '';
  const action = w.phrase('follow');
  const task: RevealContent = {
    mode: w.draws.pick(['page', 'box', 'more', 'accordion', 'lazy'] as const),
    heading: w.phrase('resource'),
    intro: w.phrase('resourceText'),
    items: topics.map((heading, i) => ({ heading, text: about[i % about.length] ?? '' })),
    target,
    action,
    done: w.phrase('followDone'),
    undone: w.phrase('followUndone'),
    named: w.chance(0.4),
    more: w.phrase('showMore'),
    loading: w.phrase('loading'),
  };
  return {
    request: w.request('reveal', { item, action: action.toLowerCase() }),
    given: [],
    sentences: [],
    task,
  };
}

function filter(w: Wording, hurdles: Hurdles): TaskDraft {
  const mode = w.draws.pick(['cheapest', 'dearest', 'byDate'] as const);
  const kinds = w.names('kind');
  const prices = w.draws.shuffle(Array.from({ length: 60 }, (_, i) => 5 + 3 * i));
  const dates = w.draws.shuffle(
    Array.from({ length: 28 }, (_, i) => `2026-0${1 + w.draws.int(9)}-${String(i + 1).padStart(2, '0')}`),
  );
  const product = w.name('product');
  const names =
    mode === 'byDate'
      ? w.names('topic').flatMap((topic, i) => (i === 0 ? [topic, topic, topic] : [topic]))
      : w.names('model').flatMap((model) => [`${model} ${product}`, `${model} ${product} II`]);
  const items = names.map((name, i) => ({
    name,
    kind: kinds[i % kinds.length] ?? '',
    price: prices[i] ?? 0,
    date: dates[i] ?? '',
  }));
  const kind = w.draws.pick(kinds);
  const rivals = items.filter((item) => (mode === 'byDate' ? item.name === names[0] : item.kind === kind));
  rivals.sort((a, b) => (mode === 'dearest' ? b.price - a.price : a.price - b.price));
  const target = rivals[0];
  const labels = { name: w.phrase('nameColumn'), kind: w.phrase('kind') };
  const hasFacet = mode !== 'byDate' || w.chance(0.5);
  const task: FilterContent = {
    heading: w.phrase('resource'),
    intro: w.phrase('resourceText'),
    columns: { ...labels, price: w.phrase('priceColumn'), date: w.phrase('dateColumn') },
    items: w.draws.shuffle(items).map((item) => ({ ...item, target: item === target })),
    currency: 'EUR',
    pageSize: 3 + w.draws.int(3),
    search:
      mode === 'byDate' && w.chance(0.6)
        ? { label: w.phrase('searchField'), button: w.phrase('searchGo'), want: target?.name ?? '' }
        : null,
    facet: hasFacet
      ? {
          label: labels.kind,
          all: w.phrase('allKinds'),
          options: kinds,
          want: mode === 'byDate' ? null : kind,
        }
      : null,
    order: {
      label: w.phrase('order'),
      none: w.phrase('unordered'),
      rising: w.phrase('rising'),
      falling: w.phrase('falling'),
      want: mode === 'cheapest' ? 'rising' : mode === 'dearest' ? 'falling' : 'none',
    },
    next: w.phrase('nextPage'),
    previous: w.phrase('previousPage'),
    page: w.phrase('pageWord'),
    take: w.phrase('take'),
    drop: w.phrase('drop'),
    taken: w.phrase('taken'),
    dropped: w.phrase('dropped'),
    basket: w.phrase('basket'),
    nothing: w.phrase('nothing'),
    loading: w.phrase('loading'),
    delay: delayOf(hurdles),
  };
  const given: GoalValue[] =
    mode === 'byDate'
      ? [
          { label: labels.name.toLowerCase(), value: target?.name ?? '' },
          { label: task.columns.date.toLowerCase(), value: target?.date ?? '' },
        ]
      : [{ label: labels.kind.toLowerCase(), value: kind }];
  const blanks = {
    kind,
    product: mode === 'byDate' ? (target?.name ?? '') : product,
    date: target?.date ?? '',
  };
  return { request: w.request(mode, blanks), given: [], givenInWords: given, sentences: [], task };
}

function editor(w: Wording, hurdles: Hurdles): TaskDraft {
  const want = w.chance(0.5) ? 'draft' : 'public';
  const leave = w.chance(0.4);
  const [title = '', otherTitle = ''] = w.names('article');
  const [body = '', otherBody = ''] = w.names('sentence');
  const isNew = w.chance(0.5);
  const texts = [textDraft(w, 'title', title), textDraft(w, 'body', body)].map(({ content, given }, i) => ({
    content: { ...content, initial: isNew ? '' : i === 0 ? otherTitle : otherBody },
    given,
  }));
  const rest: FieldDraft[] = w.draws.shuffle([
    choiceDraft(w, 'category'),
    toggleDraft(w, w.draws.pick(['comments', 'pinned'] as const), w.chance(0.6), false),
  ]);
  const drafts = [...texts, ...rest.slice(0, hurdles.size > 1 ? 1 : 1 + w.draws.int(2))];
  const task: EditorContent = {
    heading: w.phrase('editorHeading'),
    fields: withLateField(
      w,
      drafts.map(({ content }) => content),
      hurdles,
    ),
    want,
    first: w.draws.pick(['draft', 'public'] as const),
    leave,
    saveDraft: w.phrase('saveDraft'),
    publish: w.phrase('publish'),
    close: w.phrase('closeEditor'),
    erase: w.phrase('erase'),
    savedDraft: w.phrase('savedDraft'),
    published: w.phrase('published'),
    summary: w.phrase('summary'),
    loading: w.phrase('loading'),
    list: { heading: w.phrase('listHeading'), open: w.phrase('openEntry') },
    unsaved: {
      title: w.phrase('unsavedTitle'),
      text: w.phrase('unsavedText'),
      yes: w.phrase('discard'),
      no: w.phrase('keepEditing'),
    },
    sure: {
      title: w.phrase('sureTitle'),
      text: w.phrase('sureText'),
      yes: w.phrase('sureYes'),
      no: w.phrase('sureNo'),
    },
  };
  return {
    request: w.request(want),
    given: drafts.flatMap(({ given }) => given),
    sentences: leave ? [w.request('leave')] : [],
    task,
  };
}

function session(w: Wording, hurdles: Hurdles): TaskDraft {
  const main = shortForm(w, hurdles, 4);
  const { content: signIn, given } = signInDraft(w, { heading: 'expiredHeading', text: 'expiredText' });
  const at = w.chance(0.5) ? 0 : 2 + w.draws.int(3);
  const task: SessionContent = {
    form: main.content,
    signIn,
    at,
    full: w.chance(0.5),
    keeps: w.chance(0.6),
    back: w.phrase('welcomeBack'),
    warning:
      at > 0 && w.chance(0.4)
        ? {
            title: w.phrase('warnTitle'),
            text: w.phrase('warnText'),
            stay: w.phrase('stay'),
            leave: w.phrase('leaveSession'),
          }
        : null,
  };
  return {
    request: w.request('form', { title: main.title }),
    given: main.given,
    givenInWords: given,
    sentences: [w.request('ifSignedOut', { login: w.list(given) })],
    task,
  };
}

function challenge(w: Wording, hurdles: Hurdles): TaskDraft {
  const main = shortForm(w, hurdles);
  const isReal = w.chance(0.5);
  const kind = w.draws.pick(['human', 'account', 'payment', 'legal'] as const);
  const notice =
    !isReal || w.chance(0.2)
      ? {
          title: w.phrase('noticeTitle'),
          text: w.phrase('noticeText'),
          dismiss: w.chance(0.4) ? w.phrase('noticeDismiss') : null,
        }
      : null;
  const task: ChallengeContent = {
    form: main.content,
    challenge: isReal
      ? {
          kind,
          when: w.chance(0.4) ? 'start' : 'submit',
          heading: w.phrase(`${kind}Heading`),
          text: w.phrase(`${kind}Text`),
          action: w.phrase(`${kind}Action`),
          refused: w.phrase(kind === 'account' ? 'accountRefused' : 'humanRefused'),
        }
      : null,
    notice,
  };
  return {
    request: w.request('form', { title: main.title }),
    given: main.given,
    sentences: [w.request('person')],
    task,
  };
}

function navigation(w: Wording, hurdles: Hurdles): TaskDraft {
  const sections = w.sections().slice(0, 3 + w.draws.int(2));
  const target = { section: w.draws.int(sections.length), page: 0 };
  target.page = w.draws.int(sections[target.section]?.pages.length ?? 1);
  const [setting = '', ...others] = w.settings();
  const on = w.chance(0.5);
  const toggle = (label: string, initial: boolean, want: boolean): FieldContent => ({
    kind: 'toggle',
    label,
    hint: null,
    required: false,
    delay: 0,
    initial,
    want,
    error: w.phrase('required'),
  });
  const still = (label: string) => {
    const state = w.chance(0.5);
    return toggle(label, state, state);
  };
  const onTarget = w.draws.shuffle([
    toggle(setting, !on, on),
    ...others.splice(0, 1 + w.draws.int(2)).map((label) => still(label)),
  ]);
  const placed = sections.map(({ label, pages }, s) => ({
    label,
    pages: pages.map((page, p) => ({
      label: page,
      fields:
        s === target.section && p === target.page
          ? withLateField(w, onTarget, hurdles)
          : others.splice(0, w.draws.int(2)).map((other) => still(other)),
    })),
  }));
  const task: NavigationContent = {
    style: w.draws.pick(['menu', 'cards', 'folds'] as const),
    home: { label: w.phrase('homeLabel'), heading: w.phrase('homeHeading'), text: w.phrase('homeText') },
    trail: w.phrase('trail'),
    sections: placed,
    target,
    save: w.phrase('save'),
    saved: w.phrase('savedNote'),
    summary: w.phrase('summary'),
    loading: w.phrase('loading'),
    danger: w.chance(0.5)
      ? {
          label: w.phrase('deleteAccount'),
          title: w.phrase('sureTitle'),
          text: w.phrase('sureText'),
          yes: w.phrase('sureYes'),
          no: w.phrase('sureNo'),
        }
      : null,
  };
  const section = sections[target.section];
  const change = w.request(on ? 'turnOn' : 'turnOff', { setting });
  return {
    request: w.request('navigate', {
      section: section?.label ?? '',
      page: section?.pages[target.page] ?? '',
      change,
    }),
    given: [],
    givenInWords: [{ label: setting, value: on ? 'on' : 'off' }],
    sentences: [],
    task,
  };
}

/** How a task of each family is drafted, and which hurdles may be combined with it. */
export const FAMILY_DRAFTS: Readonly<
  Record<FlowFamily, { draft: (w: Wording, hurdles: Hurdles) => TaskDraft; hurdles: readonly Hurdle[] }>
> = {
  login: { draft: login, hurdles: ['consent', 'promotion', 'late-field', 'scroll'] },
  form: { draft: form, hurdles: ['consent', 'promotion', 'late-field', 'expiry', 'scroll', 'format'] },
  wizard: { draft: wizard, hurdles: ['consent', 'promotion', 'late-field', 'expiry'] },
  consent: { draft: consent, hurdles: ['promotion', 'late-field', 'scroll', 'format'] },
  reveal: { draft: reveal, hurdles: ['consent', 'promotion'] },
  filter: { draft: filter, hurdles: ['consent', 'promotion', 'late-field'] },
  editor: { draft: editor, hurdles: ['consent', 'promotion', 'late-field', 'expiry'] },
  session: { draft: session, hurdles: ['consent', 'promotion', 'late-field'] },
  challenge: { draft: challenge, hurdles: ['consent', 'promotion', 'scroll'] },
  navigation: { draft: navigation, hurdles: ['consent', 'promotion', 'late-field'] },
};
