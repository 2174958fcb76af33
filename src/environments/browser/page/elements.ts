/** Description of one control as an observation shows it, by Playwright's own rules for roles and names. */
import {
  getAriaChecked,
  getAriaDisabled,
  getAriaExpanded,
  getAriaInvalid,
  getAriaPressed,
  getAriaRole,
  getElementAccessibleDescription,
  getElementAccessibleErrorMessage,
  getElementAccessibleName,
} from 'ivya/utils';
import { PAGE_LIMITS } from '../page-limits.ts';
import type { PageElement } from '../page-protocol.ts';
import { shownParent } from './composed-tree.ts';
import { isTextField } from './focus.ts';
import type { Notices } from './notices.ts';
import { bounded, labelOf, textBeside } from './page-text.ts';

const CHECKED_ROLES = new Set(['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio']);
/** Things around a control that say what it belongs to: by their name, */
const NAMED_CONTEXTS = new Set(
  'dialog alertdialog group radiogroup region tabpanel form navigation search toolbar'.split(' '),
);
/** or by the text in them. */
const CONTEXTS_BY_TEXT = new Set(['row', 'listitem', 'article']);

/** Parts of a page by which screen readers let people find their way (WAI-ARIA 1.2, landmark roles). */
const LANDMARKS = new Set('banner complementary contentinfo main navigation search'.split(' '));

const DESCRIBED = ['aria-describedby', 'aria-description', 'title'];

/** Options of a select that can be chosen. */
export function choosableOptions(select: HTMLSelectElement): HTMLOptionElement[] {
  return [...select.options].filter((option) => !option.matches(':disabled') && !option.hidden);
}

/** An option's label as an observation shows it. */
export function optionLabel(option: HTMLOptionElement): string {
  return bounded(option.label);
}

/** Whether a person can see but not use it. */
export function isDisabled(element: Element): boolean {
  return getAriaDisabled(element) || element.matches(':disabled') || element.closest('[inert]') !== null;
}

/** Whether a field's text cannot be changed. */
export function isReadOnly(element: Element): boolean {
  return (isTextField(element) && element.readOnly) || element.getAttribute('aria-readonly') === 'true';
}

function shownValue(element: Element, role: string): string | null {
  if (isTextField(element)) return bounded(element.value);
  if (element instanceof HTMLInputElement && element.type === 'range') return element.value;
  if (element instanceof HTMLSelectElement)
    return bounded([...element.selectedOptions].map(optionLabel).join(', '));
  if (role === 'textbox' || role === 'searchbox' || role === 'combobox')
    return bounded(element.textContent ?? '');
  return element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow');
}

function booleanAttribute(element: Element, name: string): boolean | null {
  const value = element.getAttribute(name);
  return value === null ? null : value === 'true';
}

function checkedOf(element: Element, role: string): boolean | null {
  if (CHECKED_ROLES.has(role)) return getAriaChecked(element) === true;
  return element.hasAttribute('aria-pressed') ? getAriaPressed(element) === true : null;
}

function expandedOf(element: Element): boolean | null {
  if (element.tagName === 'SUMMARY' && element.parentElement instanceof HTMLDetailsElement) {
    return element.parentElement.open;
  }
  const expanded = getAriaExpanded(element);
  return expanded === 'none' ? null : expanded;
}

/** Describes the controls of one look at a page. */
export class ElementDescriptions {
  private readonly contexts = new Map<Element, string>();
  private readonly landmarks = new Map<Element, string>();

  constructor(private readonly notices: Notices) {}

  /** `heading` is the nearest one above. */
  describe(ref: number, element: Element, role: string, heading: string): PageElement {
    const name = this.nameOf(element, role);
    const validation = this.notices.validationOf(element);
    return {
      ref,
      role,
      name,
      description: this.descriptionOf(element, name, validation),
      value: shownValue(element, role),
      inputType: element instanceof HTMLInputElement ? element.type : null,
      options:
        element instanceof HTMLSelectElement
          ? choosableOptions(element).slice(0, PAGE_LIMITS.options).map(optionLabel)
          : null,
      checked: checkedOf(element, role),
      selected: booleanAttribute(element, 'aria-selected'),
      expanded: expandedOf(element),
      required:
        (element as HTMLInputElement).required === true || element.getAttribute('aria-required') === 'true',
      invalid:
        validation !== '' || (element.hasAttribute('aria-invalid') && getAriaInvalid(element) !== 'false'),
      disabled: isDisabled(element),
      readOnly: isReadOnly(element),
      context: this.contextOf(element, name, heading),
      landmark: this.landmarkAround(shownParent(element)),
    };
  }

  private nameOf(element: Element, role: string): string {
    const name = bounded(getElementAccessibleName(element, false));
    if (name !== '') return name;
    // A control that only its label shows is hidden itself; one without a role has no name by the rules.
    const text =
      role === '' || role === 'listitem' || role === 'article' ? element.textContent : labelOf(element);
    return bounded(text ?? '');
  }

  private descriptionOf(element: Element, name: string, validation: string): string {
    const parts = new Set<string>();
    // Asked only where there is one: it costs as much as the name.
    if (DESCRIBED.some((attribute) => element.hasAttribute(attribute))) {
      parts.add(bounded(getElementAccessibleDescription(element, false)));
    }
    if (element.hasAttribute('aria-errormessage'))
      parts.add(bounded(getElementAccessibleErrorMessage(element)));
    if (validation !== '') parts.add(bounded(validation));
    parts.delete(name);
    return bounded([...parts].join(' '));
  }

  private contextOf(element: Element, name: string, heading: string): string {
    const context = this.contextAround(shownParent(element));
    // An item that says nothing beyond its own control says nothing about it.
    return context !== '' && context !== name ? context : heading;
  }

  private landmarkAround(element: Element | null): string {
    if (element === null) return '';
    const known = this.landmarks.get(element);
    if (known !== undefined) return known;
    const role = getAriaRole(element) ?? '';
    const landmark = LANDMARKS.has(role) ? role : this.landmarkAround(shownParent(element));
    this.landmarks.set(element, landmark);
    return landmark;
  }

  private contextAround(element: Element | null): string {
    if (element === null) return '';
    const known = this.contexts.get(element);
    if (known !== undefined) return known;
    const role = getAriaRole(element) ?? '';
    let context = '';
    if (NAMED_CONTEXTS.has(role)) context = bounded(labelOf(element));
    else if (CONTEXTS_BY_TEXT.has(role)) context = textBeside(element);
    if (context === '') context = this.contextAround(shownParent(element));
    this.contexts.set(element, context);
    return context;
  }
}

/** Whether a role is that of a dialog. */
export function isDialogRole(role: string | null): boolean {
  return role === 'dialog' || role === 'alertdialog';
}
