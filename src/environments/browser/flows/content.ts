/**
 * What a flow's spec holds beyond its frame: bounded texts and flags. The generator is typed by these
 * schemas and the page checks every spec against them before it shows anything.
 */
import * as z from 'zod/mini';
import { FORMATS } from './formats.ts';
import { LAYOUTS } from './layouts.ts';

// The pages' content security policy has no 'unsafe-eval'.
z.config({ jitless: true });

/** A short text of a page: a label, a heading, a message, a value. */
export const phrase = z.string().check(z.minLength(1), z.maxLength(160));
/** A paragraph. */
export const paragraph = z.string().check(z.maxLength(400));
const optionList = z.array(phrase).check(z.minLength(2), z.maxLength(8));
/** Ticks until something happens. */
export const ticks = z.int().check(z.minimum(0), z.maximum(8));
/** A list of 1 to `most` members. */
export function listOf<Member extends z.ZodMiniType>(member: Member, most: number) {
  return z.array(member).check(z.minLength(1), z.maxLength(most));
}

const fieldFrame = { label: phrase, hint: z.nullable(phrase), required: z.boolean(), delay: ticks };

/** A field to be typed into. */
const textField = z.strictObject({
  ...fieldFrame,
  kind: z.enum(['text', 'email', 'tel', 'number', 'date', 'password', 'area']),
  initial: z.string().check(z.maxLength(400)),
  /** What it must hold at the end; the initial text where it must be left alone. */
  want: z.string().check(z.maxLength(400)),
  format: z.enum(Object.keys(FORMATS) as [keyof typeof FORMATS]),
  /** The same in other forms, which are as good until the page has said which form it takes. */
  variants: z.array(phrase).check(z.maxLength(3)),
  /** What the page says when it is empty or malformed. */
  error: phrase,
});

/** One of several options, as a native list or as radio buttons. */
const choiceField = z.strictObject({
  ...fieldFrame,
  kind: z.enum(['select', 'radio']),
  /** A select's first option may be one that says that nothing is chosen yet. */
  options: optionList,
  initial: z.nullable(phrase),
  want: z.nullable(phrase),
  error: phrase,
});

const toggleField = z.strictObject({
  ...fieldFrame,
  kind: z.literal('toggle'),
  initial: z.boolean(),
  want: z.boolean(),
  error: phrase,
});

/** A field of a form with what it must hold in the end. */
export const fieldContent = z.discriminatedUnion('kind', [textField, choiceField, toggleField]);
export type FieldContent = z.infer<typeof fieldContent>;
export type TextFieldContent = z.infer<typeof textField>;
export type ChoiceFieldContent = z.infer<typeof choiceField>;
export type ToggleFieldContent = z.infer<typeof toggleField>;

/** A form with the words around it. */
export const formContent = z.strictObject({
  heading: phrase,
  intro: paragraph,
  fields: z.array(fieldContent).check(z.maxLength(12)),
  submit: phrase,
  /** Label of a button that empties the form. */
  reset: z.nullable(phrase),
  /** What the page says above the form when something in it is wrong. */
  summary: phrase,
  loading: phrase,
  /** What is there after it was accepted. */
  done: z.strictObject({ heading: phrase, text: paragraph }),
});
export type FormContent = z.infer<typeof formContent>;

/** A sign-in with one right answer and a limited number of tries. */
export const signInContent = z.strictObject({
  heading: phrase,
  text: paragraph,
  identity: textField,
  password: textField,
  submit: phrase,
  summary: phrase,
  loading: phrase,
  wrong: phrase,
  locked: phrase,
});
export type SignInContent = z.infer<typeof signInContent>;

/** A consent dialog, and what the goal says about it. */
export const consentContent = z.strictObject({
  title: phrase,
  text: paragraph,
  all: phrase,
  /** Null where only `customise` leads to less than all. */
  necessary: z.nullable(phrase),
  customise: phrase,
  save: phrase,
  categories: listOf(z.strictObject({ label: phrase, initial: z.boolean(), want: z.boolean() }), 5),
  /** Link at the page's end that opens it again. */
  settings: phrase,
});
export type ConsentContent = z.infer<typeof consentContent>;

const promotionContent = z.strictObject({
  title: phrase,
  text: paragraph,
  /** The paid offer; outside every goal. */
  accept: phrase,
  dismiss: phrase,
  /** Tick at which it comes up. */
  at: ticks,
});
export type PromotionContent = z.infer<typeof promotionContent>;

/** All that a spec's `content` may hold; `task` is the family's own and is checked by the family. */
const flowContent = z.strictObject({
  site: z.strictObject({ name: phrase, nav: z.array(phrase).check(z.maxLength(4)), tip: paragraph }),
  hurdles: z.strictObject({
    consent: z.nullable(consentContent),
    promotion: z.nullable(promotionContent),
    /** Sign-in that is asked for again at the first submission. */
    expiry: z.nullable(signInContent),
    /** Paragraphs before the task, so that it begins below the fold. */
    filler: z.array(paragraph).check(z.maxLength(12)),
  }),
  task: z.unknown(),
});
export type FlowContent = z.infer<typeof flowContent>;

const flowSpec = z.strictObject({
  /** Checked against the page's own list of families. */
  family: phrase,
  seed: z.int(),
  goal: z.string().check(z.maxLength(800)),
  values: z.array(z.strictObject({ label: phrase, value: z.string().check(z.maxLength(400)) })),
  layout: z.enum(Object.keys(LAYOUTS) as [keyof typeof LAYOUTS]),
  hurdles: z.array(phrase).check(z.maxLength(6)),
  content: flowContent,
});
/** A spec that was checked. */
export type CheckedSpec = z.infer<typeof flowSpec>;

const flowState = z.record(z.string().check(z.maxLength(24)), z.string().check(z.maxLength(400)));

/** @throws Error that names the first member that is wrong. */
export function check<T>(what: string, schema: z.ZodMiniType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new Error(`${what} is wrong at "${issue?.path.join('.') ?? ''}": ${issue?.message ?? 'unknown'}`);
}

/** @throws Error on anything that is no spec. */
export function checkSpec(value: unknown): CheckedSpec {
  return check('spec', flowSpec, value);
}

/** @throws Error on anything that is no state. */
export function checkState(value: unknown): Record<string, string> {
  return check('state', flowState, value);
}
