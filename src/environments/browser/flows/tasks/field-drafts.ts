/** Drafts of what several families share: fields with the values that the goal gives for them, forms, sign-ins. */
import type { GoalValue } from '../../task.ts';
import type {
  ChoiceFieldContent,
  FieldContent,
  FormContent,
  SignInContent,
  TextFieldContent,
} from '../content.ts';
import type { FormatName } from '../formats.ts';
import type { ChoiceName, FieldName, FormKind, PhraseName, ToggleName } from './vocabulary.ts';
import type { Wording } from './wording.ts';

/** A field with what the goal says about it. */
export interface FieldDraft<Content extends FieldContent = FieldContent> {
  readonly content: Content;
  readonly given: readonly GoalValue[];
}

/** What is special about a family's task, beside its own content. */
export interface TaskDraft {
  readonly request: string;
  readonly given: readonly GoalValue[];
  /** Values that the goal gives within a sentence and not in its list. */
  readonly givenInWords?: readonly GoalValue[];
  readonly sentences: readonly string[];
  readonly task: unknown;
}

/** Hurdles that a family builds into its own content; the others lie over the page. */
export type InnerHurdle = 'late-field' | 'format';
export type Hurdle = InnerHurdle | 'consent' | 'promotion' | 'expiry' | 'scroll';

/** Ticks that a late field takes. */
const LATE_TICKS = 3;

const TEXT_KINDS: Partial<Record<FieldName, TextFieldContent['kind']>> = {
  email: 'email',
  phone: 'tel',
  date: 'date',
  guests: 'number',
  password: 'password',
  comment: 'area',
  body: 'area',
};

/** A text field that must hold `want`. */
export function textDraft(w: Wording, name: FieldName, want: string): FieldDraft<TextFieldContent> {
  const { label, said } = w.field(name);
  const content: TextFieldContent = {
    kind: TEXT_KINDS[name] ?? 'text',
    label,
    hint: null,
    required: true,
    delay: 0,
    initial: '',
    want,
    format: name === 'email' ? 'email' : name === 'guests' ? 'integer' : 'any',
    variants: [],
    error: w.phrase(name === 'email' ? 'badEmail' : name === 'guests' ? 'integer' : 'required'),
  };
  return { content, given: [{ label: said, value: want }] };
}

/** A field of a person's data, filled from the task's names. */
export function personalDraft(w: Wording, name: FieldName): FieldDraft<TextFieldContent> {
  switch (name) {
    case 'firstName':
      return textDraft(w, name, w.person.first);
    case 'lastName':
      return textDraft(w, name, w.person.last);
    case 'fullName':
      return textDraft(w, name, w.person.full);
    case 'email':
      return textDraft(w, name, w.person.email);
    case 'city':
    case 'street':
    case 'company':
      return textDraft(w, name, w.name(name));
    case 'comment':
      return textDraft(w, name, w.name('message'));
    case 'guests':
      return textDraft(w, name, String(2 + w.draws.int(8)));
    case 'postcode':
      return textDraft(w, name, String(10000 + w.draws.int(89999)));
    case 'reference':
      return textDraft(w, name, `${letters(w)}-${1000 + w.draws.int(9000)}`);
    case 'phone':
      return phoneDraft(w, false);
    case 'date':
      return dateDraft(w, false);
    default:
      throw new Error(`no personal data for the field ${name}`);
  }
}

function letters(w: Wording): string {
  const code = () => String.fromCharCode(65 + w.draws.int(26));
  return code() + code();
}

/** One way of writing something, and what the page says to get it. */
interface Form {
  readonly value: string;
  readonly format: FormatName;
  readonly error: PhraseName;
}

/** A field that takes one of several forms; where the form is open, the goal gives the value in each. */
function formedDraft(
  w: Wording,
  name: FieldName,
  forms: readonly Form[],
  isOpen: boolean,
): FieldDraft<TextFieldContent> {
  const [right, ...others] = w.draws.shuffle(forms) as [Form, ...Form[]];
  const { content, given } = textDraft(w, name, right.value);
  const error = w.phrase(right.error);
  const variants = isOpen ? others.map(({ value }) => value) : [];
  const hint = isOpen || w.chance(0.5) ? null : error;
  const { label } = given[0] as GoalValue;
  return {
    content: { ...content, format: right.format, error, variants, hint },
    given: w.draws.shuffle([right.value, ...variants]).map((value) => ({ label, value })),
  };
}

function dateDraft(w: Wording, isOpen: boolean): FieldDraft<TextFieldContent> {
  const two = (n: number) => String(n).padStart(2, '0');
  const [year, month, day] = [2026 + w.draws.int(2), two(1 + w.draws.int(12)), two(1 + w.draws.int(28))];
  const forms: Form[] = [
    { value: `${year}-${month}-${day}`, format: 'iso-date', error: 'isoDate' },
    { value: `${day}/${month}/${year}`, format: 'slash-date', error: 'slashDate' },
    { value: `${day}.${month}.${year}`, format: 'dot-date', error: 'dotDate' },
  ];
  return formedDraft(w, 'date', w.draws.shuffle(forms).slice(0, 2), isOpen);
}

function phoneDraft(w: Wording, isOpen: boolean): FieldDraft<TextFieldContent> {
  const [area, line] = [20 + w.draws.int(70), 1000000 + w.draws.int(8999999)];
  const forms: Form[] = [
    { value: `0${area}${line}`, format: 'plain-phone', error: 'plainPhone' },
    {
      value: `+${30 + w.draws.int(19)} ${area} ${line}`,
      format: 'international-phone',
      error: 'internationalPhone',
    },
  ];
  return formedDraft(w, 'phone', forms, isOpen);
}

/** A choice of which the goal names one. */
export function choiceDraft(w: Wording, name: ChoiceName): FieldDraft<ChoiceFieldContent> {
  const { term, options } = w.choice(name);
  const want = w.draws.pick(options);
  const content: ChoiceFieldContent = {
    kind: w.chance(0.5) ? 'select' : 'radio',
    label: term.label,
    hint: null,
    required: true,
    delay: 0,
    options: w.draws.shuffle(options),
    initial: null,
    want,
    error: w.phrase('required'),
  };
  return { content, given: [{ label: term.said, value: want }] };
}

/** A toggle that the goal wants on or off; one that must be left alone is not mentioned. */
export function toggleDraft(w: Wording, name: ToggleName, want: boolean, isDecoy: boolean): FieldDraft {
  const { label, said } = w.toggle(name);
  return {
    content: {
      kind: 'toggle',
      label,
      hint: null,
      required: name === 'terms' && want,
      delay: 0,
      initial: isDecoy ? want : !want,
      want,
      error: w.phrase('required'),
    },
    given: isDecoy ? [] : [{ label: said, value: want ? 'yes' : 'no' }],
  };
}

interface FormPlan {
  readonly texts: readonly FieldName[];
  readonly choices: readonly ChoiceName[];
  readonly toggles: readonly ToggleName[];
  readonly send: PhraseName;
}

const FORM_PLANS: Readonly<Record<FormKind, FormPlan>> = {
  booking: {
    texts: ['fullName', 'date', 'guests', 'phone', 'email'],
    choices: ['slot'],
    toggles: ['reminder', 'terms'],
    send: 'book',
  },
  contact: {
    texts: ['fullName', 'email', 'reference', 'comment', 'phone'],
    choices: ['department', 'contact'],
    toggles: ['news'],
    send: 'send',
  },
  registration: {
    texts: ['firstName', 'lastName', 'email', 'city', 'company', 'date'],
    choices: ['language'],
    toggles: ['terms', 'news'],
    send: 'register',
  },
  order: {
    texts: ['fullName', 'street', 'postcode', 'city', 'phone'],
    choices: ['delivery', 'size'],
    toggles: ['gift', 'terms'],
    send: 'orderNow',
  },
};

/** What a form draft needs to know. */
export interface FormRequest {
  readonly kind: FormKind;
  /** Fields that the goal gives something for. */
  readonly fields: number;
  readonly decoys: number;
  readonly hurdles: ReadonlySet<Hurdle>;
}

/** A form with everything that the goal gives for it. */
export interface FormDraft {
  readonly content: FormContent;
  readonly given: readonly GoalValue[];
  readonly title: string;
  /** Whether something in it must be left alone. */
  readonly hasDecoys: boolean;
}

export function formDraft(w: Wording, { kind, fields, decoys, hurdles }: FormRequest): FormDraft {
  const plan = FORM_PLANS[kind];
  const [wanted, decoy] = [w.draws.shuffle(plan.toggles), [] as FieldDraft[]];
  const format: FieldName = plan.texts.includes('date') ? 'date' : 'phone';
  const first = hurdles.has('format') ? [formatDraft(w, format)] : [];
  const others = [
    ...w.draws
      .shuffle(plan.texts.filter((name) => first.length === 0 || name !== format))
      .slice(0, Math.max(1, fields - 2))
      .map((name) => () => personalDraft(w, name)),
    ...plan.choices.map((name) => () => choiceDraft(w, name)),
    ...wanted.slice(0, 1).map((name) => () => toggleDraft(w, name, name === 'terms' || w.chance(0.7), false)),
  ];
  const rest = others.slice(0, 1).concat(w.draws.shuffle(others.slice(1)));
  const needed = [...first, ...rest.slice(0, fields - first.length).map((make) => make())];
  const usesReset = decoys > 1 || w.chance(0.2);
  if (decoys > 0 && wanted[1] !== undefined && wanted[1] !== 'terms') {
    decoy.push(toggleDraft(w, wanted[1], w.chance(0.3), true));
  }
  if (decoys > decoy.length && usesReset) decoy.push(couponDecoy(w));
  const drafts = w.draws.shuffle([...needed, ...decoy]);
  return {
    title: w.title(kind),
    given: drafts.flatMap(({ given }) => given),
    hasDecoys: decoy.length > 0,
    content: {
      heading: w.title(kind),
      intro: '',
      fields: withLateField(
        w,
        drafts.map(({ content }) => content),
        hurdles,
      ),
      submit: w.phrase(plan.send),
      reset: usesReset ? w.phrase('reset') : null,
      summary: w.phrase('summary'),
      loading: w.phrase('loading'),
      done: { heading: w.phrase('doneHeading'), text: w.phrase('doneText') },
    },
  };
}

function formatDraft(w: Wording, name: 'date' | 'phone'): FieldDraft {
  return name === 'date' ? dateDraft(w, true) : phoneDraft(w, true);
}

/** An optional field that the goal says nothing about. */
function couponDecoy(w: Wording): FieldDraft {
  const { content } = textDraft(w, 'coupon', '');
  return { content: { ...content, required: false }, given: [] };
}

/** With the hurdle, one of the fields comes later than the page. */
export function withLateField(
  w: Wording,
  fields: readonly FieldContent[],
  hurdles: ReadonlySet<Hurdle>,
): FieldContent[] {
  const late = hurdles.has('late-field') ? w.draws.int(fields.length) : -1;
  return fields.map((field, i) => (i === late ? { ...field, delay: LATE_TICKS } : field));
}

/** Ticks until a part of a page has loaded. */
export function delayOf(hurdles: ReadonlySet<Hurdle>): number {
  return hurdles.has('late-field') ? LATE_TICKS : 0;
}

/** Whether the account goes by a name or by an email address. */
export function signInDraft(
  w: Wording,
  text: { heading: PhraseName; text: PhraseName },
): { content: SignInContent; given: readonly GoalValue[] } {
  const identity = w.chance(0.5)
    ? textDraft(w, 'username', w.name('handle'))
    : textDraft(w, 'email', w.person.email);
  const password = textDraft(w, 'password', w.name('secret'));
  return {
    content: {
      heading: w.phrase(text.heading),
      text: w.phrase(text.text),
      identity: identity.content,
      password: password.content,
      submit: w.phrase('signIn'),
      summary: w.phrase('summary'),
      loading: w.phrase('loading'),
      wrong: w.phrase('wrong'),
      locked: w.phrase('locked'),
    },
    given: [...identity.given, ...password.given],
  };
}
