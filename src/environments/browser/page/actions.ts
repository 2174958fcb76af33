/**
 * Actions on a page by DOM events: each is done as a person would, or refused with the reason why a
 * person could not have done it.
 */
import type { ActionResult, PageAction } from '../page-protocol.ts';
import { choosableOptions, isDisabled, isReadOnly, optionLabel } from './elements.ts';
import { type Focus, isTextField } from './focus.ts';
import {
  dispatch,
  nativeClick,
  requestSubmit,
  setInputValue,
  setSelectedIndex,
  setTextAreaValue,
} from './natives.ts';
import { bounded, labelOf } from './page-text.ts';
import { clickAt } from './pointer.ts';
import { Reading } from './reading.ts';
import type { Refs } from './refs.ts';
import { canScroll, scroll } from './scrolling.ts';
import { type Hold, isReached, type Obstacle, Sight } from './sight.ts';

/** Inputs that Enter sends the form from. Others do what a click does, or nothing. */
const SENT_BY_ENTER = new Set(['checkbox', 'radio']);

const DONE: ActionResult = { status: 'done', reason: '' };
const STALE: ActionResult = { status: 'stale', reason: 'the element is gone' };
const refused = (reason: string): ActionResult => ({ status: 'refused', reason: bounded(reason) });

/** What an action needs, found and checked. */
type Aim =
  | { readonly kind: 'page' }
  | { readonly kind: 'element'; readonly element: Element; readonly hold: Hold }
  | { readonly kind: 'impossible'; readonly result: ActionResult };

/** Where trusted input has to go for an action, or why it must not be sent. */
export interface Target {
  readonly result: ActionResult;
  /** A point that reaches the element, in CSS pixels; null for actions without an element. */
  readonly point: { readonly x: number; readonly y: number } | null;
  /** Whether the element has the focus already. */
  readonly focused: boolean;
}

function obstacleText(obstacle: Obstacle): string {
  if (obstacle === 'hidden') return 'it is hidden';
  if (obstacle === 'out of view') return 'it is out of view';
  const by = labelOf(obstacle.coveredBy) || obstacle.coveredBy.textContent || '';
  return `it is covered by <${obstacle.coveredBy.tagName.toLowerCase()}> ${by}`;
}

/** Whether a field would take a text at all: a date field takes only dates. */
function takes(field: HTMLInputElement | HTMLTextAreaElement, value: string): boolean {
  if (!(field instanceof HTMLInputElement) || value === '') return true;
  const probe = document.createElement('input');
  probe.type = field.type;
  setInputValue(probe, value);
  return probe.value !== '';
}

function isEditable(element: Element): element is HTMLElement {
  return element instanceof HTMLElement && element.isContentEditable;
}

/** Does actions on this page. */
export class Actions {
  constructor(
    private readonly refs: Refs,
    private readonly focus: Focus,
  ) {}

  /** Where trusted input for an action has to go. */
  target(action: PageAction): Target {
    const aim = this.aim(action);
    if (aim.kind === 'impossible') return { result: aim.result, point: null, focused: false };
    if (aim.kind === 'page') return { result: DONE, point: null, focused: false };
    return { result: DONE, point: aim.hold.point, focused: this.focus.element === aim.element };
  }

  /** Does an action by DOM events; `wait` does nothing here. */
  perform(action: PageAction): ActionResult {
    const aim = this.aim(action);
    if (aim.kind === 'impossible') return aim.result;
    if (aim.kind === 'page') {
      if (action.kind === 'scroll') scroll(new Reading(new Sight()), action.direction);
      return DONE;
    }
    const { element, hold } = aim;
    if (action.kind === 'click') clickAt(hold, this.focus);
    else if (action.kind === 'fill') this.fill(element, hold, action.value);
    else if (action.kind === 'select') this.select(element as HTMLSelectElement, hold, action.option);
    else if (action.kind === 'submit') this.pressEnter(element, hold);
    return DONE;
  }

  private aim(action: PageAction): Aim {
    const impossible = (result: ActionResult): Aim => ({ kind: 'impossible', result });
    if (action.kind === 'wait') return { kind: 'page' };
    if (action.kind === 'scroll') {
      const possible = canScroll(new Reading(new Sight()), action.direction);
      return possible ? { kind: 'page' } : impossible(refused(`nothing to scroll ${action.direction}`));
    }
    const element = this.refs.element(action.ref);
    if (element === null) return impossible(STALE);
    const reached = new Sight().reach(element);
    if (!isReached(reached)) return impossible(refused(obstacleText(reached)));
    const reason = isDisabled(element) ? 'it is disabled' : unfitness(element, action);
    return reason === null ? { kind: 'element', element, hold: reached } : impossible(refused(reason));
  }

  private fill(element: Element, hold: Hold, value: string): void {
    clickAt(hold, this.focus);
    if (!element.isConnected) return;
    this.focus.moveTo(element);
    if (isTextField(element)) {
      const limit = element.maxLength;
      this.enter(element, limit >= 0 ? value.slice(0, limit) : value, 'insertText');
    } else if (sendInput('beforeinput', element, 'insertText', value)) {
      element.textContent = value;
      sendInput('input', element, 'insertText', value);
    }
  }

  /** Replaces a field's text, as typing over the selected text does. */
  private enter(field: HTMLInputElement | HTMLTextAreaElement, value: string, inputType: string): void {
    if (!sendInput('beforeinput', field, inputType, value)) return;
    this.focus.noteEdit(field, field.value);
    if (field instanceof HTMLInputElement) setInputValue(field, value);
    else setTextAreaValue(field, value);
    sendInput('input', field, inputType, value);
  }

  private select(select: HTMLSelectElement, hold: Hold, label: string): void {
    clickAt(hold, this.focus);
    const option = choosableOptions(select).find((candidate) => optionLabel(candidate) === label);
    if (option === undefined || (option.selected && select.selectedOptions.length === 1)) return;
    setSelectedIndex(select, option.index);
    dispatch(select, new InputEvent('input', { bubbles: true, composed: true }));
    dispatch(select, new Event('change', { bubbles: true }));
  }

  private pressEnter(element: Element, hold: Hold): void {
    if (this.focus.element !== element) clickAt(hold, this.focus);
    if (!element.isConnected) return;
    this.focus.moveTo(element);
    const goesOn = sendKey('keydown', element) && sendKey('keypress', element);
    if (goesOn && element.isConnected) this.afterEnter(element);
    sendKey('keyup', this.focus.element ?? document.body);
  }

  /** What a browser does about Enter when the page lets it. */
  private afterEnter(element: Element): void {
    if (element instanceof HTMLTextAreaElement) this.enter(element, `${element.value}\n`, 'insertLineBreak');
    else if (element instanceof HTMLInputElement) {
      this.focus.tellChange();
      if (element.form !== null) submitImplicitly(element.form);
    }
  }
}

/** Why an action does not fit an element that can be reached; null when it does. */
function unfitness(element: Element, action: PageAction): string | null {
  if (action.kind === 'fill') {
    if (!isTextField(element) && !isEditable(element)) return 'it is no text field';
    if (isReadOnly(element)) return 'it is read-only';
    if (isTextField(element) && !takes(element, action.value)) return `it takes no such ${element.type}`;
  }
  if (action.kind === 'submit') {
    const takesEnter = isTextField(element) || isEditable(element);
    const sends = element instanceof HTMLInputElement && SENT_BY_ENTER.has(element.type);
    if (!takesEnter && !sends) return 'it is no field';
  }
  if (action.kind === 'select') {
    if (!(element instanceof HTMLSelectElement)) return 'it is no list of options';
    const labels = choosableOptions(element).map(optionLabel);
    if (!labels.includes(action.option)) return `it has no option "${action.option}"`;
  }
  return null;
}

function sendInput(type: 'beforeinput' | 'input', target: Element, inputType: string, data: string): boolean {
  const cancelable = type === 'beforeinput';
  return dispatch(
    target,
    new InputEvent(type, { bubbles: true, composed: true, cancelable, inputType, data }),
  );
}

function sendKey(type: 'keydown' | 'keypress' | 'keyup', target: Element): boolean {
  const init = {
    key: 'Enter',
    code: 'Enter',
    keyCode: 13,
    which: 13,
    charCode: type === 'keypress' ? 13 : 0,
  };
  const shared = { bubbles: true, composed: true, cancelable: true, view: window };
  return dispatch(target, new KeyboardEvent(type, { ...init, ...shared }));
}

/**
 * Implicit submission: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#implicit-submission
 */
function submitImplicitly(form: HTMLFormElement): void {
  // By prototype: a field may be named "elements".
  const elements = [...formElements.call(form)].filter((element) => element instanceof HTMLElement);
  const submitter = elements.find(
    (element): element is HTMLButtonElement | HTMLInputElement =>
      (element instanceof HTMLButtonElement || element instanceof HTMLInputElement) &&
      (element.type === 'submit' || element.type === 'image'),
  );
  if (submitter) {
    if (!submitter.matches(':disabled')) nativeClick(submitter);
    return;
  }
  const blocking = elements.filter((element) => element instanceof HTMLInputElement && isTextField(element));
  if (blocking.length <= 1) requestSubmit(form);
}

const formElements = Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, 'elements')?.get as (
  this: HTMLFormElement,
) => HTMLFormControlsCollection;
