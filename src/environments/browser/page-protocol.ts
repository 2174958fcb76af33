/**
 * What a page and a driver say to each other: the observation of a page, the actions on it, and,
 * apart from both, the flow's own record of what really happened. The same types travel over the
 * iframe's MessagePort and over the bridge. Whatever comes from a page is checked against these
 * schemas before anyone reads it.
 */
import { z } from 'zod';
import { PAGE_LIMITS } from './page-limits.ts';

export { PAGE_LIMITS };

const text = z.string().max(PAGE_LIMITS.textLength);

/** A visible interactive element, as a person would meet it. Nothing in it is a pixel. */
export const PageElement = z.strictObject({
  /** Names the element from when it is first seen until its page goes; never used for another. */
  ref: z.number().int().nonnegative(),
  /** ARIA role and accessible name, computed as Playwright computes them. */
  role: text,
  name: text,
  /** Accessible description and error message. */
  description: text,
  /** Present text of a text field or label of the chosen option; null for what holds no value. */
  value: text.nullable(),
  /** `type` of an input, in lower case; null for other elements. */
  inputType: text.nullable(),
  /** Labels of a select's options, in order; null for what is no select. */
  options: z.array(text).max(PAGE_LIMITS.options).nullable(),
  /** Null where the state does not apply. */
  checked: z.boolean().nullable(),
  selected: z.boolean().nullable(),
  expanded: z.boolean().nullable(),
  required: z.boolean(),
  invalid: z.boolean(),
  /** It can be seen but not used now. */
  disabled: z.boolean(),
  readOnly: z.boolean(),
  /** Name of the nearest dialog, row, list item, group or region around it, or the heading above it; ''. */
  context: text,
  /** Role of the landmark around it, e.g. `main`, `navigation`, `contentinfo`; ''. */
  landmark: text,
});
export type PageElement = z.infer<typeof PageElement>;

/** What can be seen of a page. */
export const PageView = z.strictObject({
  /** Counts the documents of this flow: 0 is the first. */
  document: z.number().int().nonnegative(),
  title: text,
  headings: z.array(text).max(PAGE_LIMITS.texts),
  /** Other visible texts in reading order, each block once. */
  texts: z.array(text).max(PAGE_LIMITS.texts),
  /** Alerts, status messages, validation messages and dismissed JavaScript dialogs. */
  messages: z.array(text).max(PAGE_LIMITS.texts),
  /** Elements within the viewport that are not covered, in reading order. */
  elements: z.array(PageElement).max(PAGE_LIMITS.elements),
  /** Interactive elements beyond the limit above. */
  omitted: z.number().int().nonnegative(),
  /** Whether there is more of the page, or of its main scrollable box, above and below. */
  canScrollUp: z.boolean(),
  canScrollDown: z.boolean(),
  /** A dialog or a layer that covers the page is open. */
  dialogOpen: z.boolean(),
  /** A part of the page says that it is being loaded (`aria-busy`). */
  busy: z.boolean(),
});
export type PageView = z.infer<typeof PageView>;

const ref = z.number().int().nonnegative();

/** One action on a page, by an element's `ref`. */
export const PageAction = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('click'), ref }),
  /** Replaces the text of a field. */
  z.strictObject({ kind: z.literal('fill'), ref, value: z.string().max(400) }),
  /** Chooses an option by its label. */
  z.strictObject({ kind: z.literal('select'), ref, option: text }),
  /** Presses Enter in a field. */
  z.strictObject({ kind: z.literal('submit'), ref }),
  /** By most of a viewport's height. */
  z.strictObject({ kind: z.literal('scroll'), direction: z.enum(['up', 'down']) }),
  /** Lets one tick of the page's time pass. */
  z.strictObject({ kind: z.literal('wait') }),
]);
export type PageAction = z.infer<typeof PageAction>;

/**
 * What became of an action. `stale`: the element is gone. `refused`: a person could not have done
 * it (hidden, covered, disabled, read-only, no such option), and it was not done.
 */
export const ActionResult = z.strictObject({
  status: z.enum(['done', 'stale', 'refused']),
  /** Why it was not done; '' when it was. */
  reason: text,
});
export type ActionResult = z.infer<typeof ActionResult>;

/** A flow's own record. The policy never sees it; reward and evidence come from it. */
export const FlowTruth = z.strictObject({
  /** `open`: goes on. `done`: nothing more can happen in this flow. */
  status: z.enum(['open', 'done']),
  /** What the episode is worth if it ended now without being handed over. */
  outcome: z.enum(['success', 'partial', 'failure', 'blocked']),
  /** The flow cannot be completed by the agent (a challenge, a block): handing it to a person is right. */
  handoverRight: z.boolean(),
  /** A sensitive thing outside the goal that was really done, in words. */
  violation: text.nullable(),
  /** Share of the goal that is met, in [0, 1]; it falls when something is undone. */
  progress: z.number().min(0).max(1),
  /** What was really submitted, and the like, for people. */
  facts: z.record(z.string().max(40), z.union([text, z.number(), z.boolean(), z.null()])),
});
export type FlowTruth = z.infer<typeof FlowTruth>;

/**
 * A step that the flow's scripted expert accepts now. All that are accepted are listed: fields may be
 * filled in any order. It may use only what a person could know from the goal and the page.
 */
export const ExpertStep = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('click'), ref }),
  z.strictObject({ kind: z.literal('fill'), ref, value: z.string().max(400) }),
  z.strictObject({ kind: z.literal('select'), ref, option: text }),
  z.strictObject({ kind: z.literal('submit'), ref }),
  z.strictObject({ kind: z.literal('scroll'), direction: z.enum(['up', 'down']) }),
  z.strictObject({ kind: z.literal('wait') }),
  z.strictObject({ kind: z.literal('hand_over') }),
  /** Nothing is left to do. */
  z.strictObject({ kind: z.literal('finish') }),
]);
export type ExpertStep = z.infer<typeof ExpertStep>;

/** The goal of a page that brings its own, and the values that it gives (`GoalValue`). */
export const PageTask = z.strictObject({
  goal: z.string().max(1000),
  values: z.array(z.strictObject({ label: text, value: z.string().max(400) })).max(PAGE_LIMITS.goalValues),
});
export type PageTask = z.infer<typeof PageTask>;

/** A page's whole answer: what the policy may see, and what only the session may. */
export const PageReport = z.strictObject({
  view: PageView,
  /** Null on a page that is no flow (an address reached by mistake). */
  flow: z.strictObject({ truth: FlowTruth, expert: z.array(ExpertStep).max(PAGE_LIMITS.expert) }).nullable(),
  /** Null on all pages but those that bring their own goal (MiniWoB). */
  task: PageTask.nullable(),
});
export type PageReport = z.infer<typeof PageReport>;

/** An action's result with the page as it is after it has settled. */
export const ActionReport = z.strictObject({ result: ActionResult, report: PageReport });
export type ActionReport = z.infer<typeof ActionReport>;
