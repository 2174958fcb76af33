/** A field of a form: its accessible DOM in the page's layout, what it holds, and how it gets right. */
import type { ChoiceFieldContent, FieldContent, TextFieldContent, ToggleFieldContent } from './content.ts';
import { button, el, freshId } from './elements.ts';
import type { FlowPage, Step } from './flow-page.ts';
import { FORMATS } from './formats.ts';

/** The part of a field that a person operates. */
interface Control {
  /** What is shown, with its label. */
  readonly element: HTMLElement;
  /** What carries `aria-invalid` and the description. */
  readonly described: readonly HTMLElement[];
  value(): string | boolean | null;
  set(value: string | boolean | null): void;
  /** Steps that set it to a value. */
  steps(want: string | boolean | null): Step[];
}

const INPUT_TYPES = { text: 'text', email: 'email', tel: 'tel', password: 'password' } as const;

/** A field. */
export class Field {
  readonly element: HTMLElement;
  private readonly control: Control;
  private readonly error = el('p', { class: 'error', id: freshId() });
  /** The page has said what form the value takes. */
  private told: boolean;
  private loaded: boolean;

  constructor(
    page: FlowPage,
    readonly content: FieldContent,
    loading: string,
  ) {
    this.control = makeControl(page, content);
    this.told = content.hint !== null;
    this.loaded = content.delay === 0;
    this.set(content.initial);
    const hint = content.hint === null ? null : el('p', { class: 'hint', id: freshId() }, content.hint);
    for (const element of this.control.described) {
      if (hint !== null) element.setAttribute('aria-describedby', hint.id);
    }
    const whole = [this.control.element, hint, this.error];
    if (this.loaded) {
      this.element = el('div', { class: 'field' }, ...whole);
      return;
    }
    const wait = el('p', { class: 'loading' }, `${loading} 0 %`);
    this.element = el('div', { class: 'field', 'aria-busy': 'true' }, wait);
    page.onTick(() => {
      if (this.loaded) return;
      wait.textContent = `${loading} ${Math.round((100 * page.ticks) / content.delay)} %`;
      if (page.ticks < content.delay) return;
      this.loaded = true;
      this.element.removeAttribute('aria-busy');
      this.element.replaceChildren(...whole.filter((part) => part !== null));
    });
  }

  value(): string | boolean | null {
    return this.control.value();
  }

  set(value: string | boolean | null): void {
    this.control.set(value);
  }

  /** Whether it holds exactly what it must hold. */
  right(): boolean {
    return this.value() === this.content.want;
  }

  /** Whether it is right as far as a person can know by now. */
  private seemsRight(): boolean {
    return this.right() || (!this.told && this.variants().includes(String(this.value())));
  }

  private variants(): readonly string[] {
    return 'variants' in this.content ? this.content.variants : [];
  }

  /** A text that should not be there: nothing that is given can be typed over it. */
  get spoilt(): boolean {
    return this.loaded && this.content.want === '' && !this.right();
  }

  /** What leads to the right value; empty when it is there as far as a person can know. */
  plan(): Step[] {
    if (!this.loaded) return [{ kind: 'wait' }];
    if (this.spoilt || this.seemsRight()) return [];
    const wanted = this.told ? [this.content.want] : [this.content.want, ...this.variants()];
    return wanted.flatMap((want) => this.control.steps(want));
  }

  /** Enter in a text field sends the form. */
  enter(): Step[] {
    const input = this.control.described[0];
    return this.loaded && 'format' in this.content && input instanceof HTMLInputElement
      ? [{ kind: 'submit', element: input }]
      : [];
  }

  /** Shows what is wrong with it, or that nothing is. Returns whether it is acceptable to the page. */
  validate(): boolean {
    const wrong = this.isWrong();
    this.error.textContent = wrong ? this.content.error : '';
    for (const element of this.control.described) {
      if (wrong) {
        element.setAttribute('aria-invalid', 'true');
        element.setAttribute('aria-errormessage', this.error.id);
        this.told = true;
      } else {
        element.removeAttribute('aria-invalid');
        element.removeAttribute('aria-errormessage');
      }
    }
    return !wrong;
  }

  private isWrong(): boolean {
    const value = this.value();
    if (value === '' || value === null || value === false) return this.content.required;
    if (!this.loaded || typeof value !== 'string' || !('format' in this.content)) return false;
    return !FORMATS[this.content.format].test(value);
  }
}

function makeControl(page: FlowPage, content: FieldContent): Control {
  switch (content.kind) {
    case 'toggle':
      return page.layout.toggles === 'switch' ? switchControl(content) : checkboxControl(page, content);
    case 'select':
      return selectControl(page, content);
    case 'radio':
      return page.layout.choices === 'roles' ? roleControl(content) : radioControl(content);
    default:
      return textControl(page, content);
  }
}

function textControl(page: FlowPage, content: TextFieldContent): Control {
  const { kind, required } = content;
  const attributes = { id: freshId(), required, autocomplete: 'off' };
  const input =
    kind === 'area'
      ? el('textarea', { ...attributes, rows: 3 })
      : el('input', {
          ...attributes,
          type: kind === 'number' || kind === 'date' ? 'text' : INPUT_TYPES[kind],
          inputmode: kind === 'number' ? 'numeric' : undefined,
        });
  return {
    element: labelled(page, content, input),
    described: [input],
    value: () => input.value.trim(),
    set: (value) => {
      input.value = String(value ?? '');
    },
    steps: (want) => [{ kind: 'fill', element: input, value: String(want) }],
  };
}

function selectControl(page: FlowPage, content: ChoiceFieldContent): Control {
  const options = content.options.map((option) => el('option', {}, option));
  const empty = content.initial === null ? [el('option', { value: '' }, '–')] : [];
  const select = el('select', { id: freshId(), required: content.required }, ...empty, ...options);
  return {
    element: labelled(page, content, select),
    described: [select],
    value: () => select.value || null,
    set: (value) => {
      select.value = String(value ?? '');
    },
    steps: (want) => [{ kind: 'select', element: select, option: String(want ?? '–') }],
  };
}

/** The label and a control in the page's layout. */
function labelled(page: FlowPage, content: FieldContent, control: HTMLElement): HTMLElement {
  const { labels } = page.layout;
  const label = `${content.label}${mark(page, content.required)}`;
  if (labels === 'inside' && content.kind !== 'select') {
    control.setAttribute('aria-label', content.label);
    control.setAttribute('placeholder', label);
    return el('div', {}, control);
  }
  if (labels === 'legend' || labels === 'term') {
    const id = freshId();
    control.setAttribute('aria-labelledby', id);
    return labels === 'legend'
      ? el('fieldset', {}, el('legend', { id }, label), control)
      : el('dl', {}, el('dt', { id }, label), el('dd', {}, control));
  }
  const text = el('label', { for: control.id }, label);
  return labels === 'after' ? el('div', {}, control, text) : el('div', {}, text, control);
}

function mark(page: FlowPage, required: boolean): string {
  if (page.layout.required === 'word') return required ? ' (required)' : ' (optional)';
  return required && page.layout.required === 'star' ? ' *' : '';
}

function checkboxControl(page: FlowPage, content: ToggleFieldContent): Control {
  const box = el('input', { type: 'checkbox', required: content.required });
  const label = `${content.label}${content.required ? mark(page, true) : ''}`;
  return {
    element: el('label', { class: 'toggle' }, box, ` ${label}`),
    described: [box],
    value: () => box.checked,
    set: (value) => {
      box.checked = value === true;
    },
    steps: () => [{ kind: 'click', element: box }],
  };
}

function switchControl(content: ToggleFieldContent): Control {
  const set = (value: unknown) => element.setAttribute('aria-checked', String(value === true));
  const isOn = () => element.getAttribute('aria-checked') === 'true';
  const element = button(content.label, () => set(!isOn()), { role: 'switch', class: 'switch' });
  return {
    element,
    described: [element],
    value: isOn,
    set,
    steps: () => [{ kind: 'click', element }],
  };
}

function radioControl(content: ChoiceFieldContent): Control {
  const name = freshId();
  const radios = content.options.map((value) => el('input', { type: 'radio', name, value }));
  const labels = radios.map((radio) => el('label', { class: 'toggle' }, radio, ` ${radio.value}`));
  return {
    element: el('fieldset', {}, el('legend', {}, content.label), ...labels),
    described: radios,
    value: () => radios.find(({ checked }) => checked)?.value ?? null,
    set: (value) => {
      for (const radio of radios) radio.checked = radio.value === value;
    },
    steps: (want) =>
      radios.filter(({ value }) => value === want).map((element) => ({ kind: 'click', element })),
  };
}

function roleControl(content: ChoiceFieldContent): Control {
  const name = freshId();
  const set = (value: unknown) => {
    for (const radio of radios) radio.setAttribute('aria-checked', String(radio.textContent === value));
  };
  const radios = content.options.map((option) => button(option, () => set(option), { role: 'radio' }));
  const legend = el('p', { id: name, class: 'legend' }, content.label);
  return {
    element: el('div', { role: 'radiogroup', 'aria-labelledby': name }, legend, ...radios),
    described: radios,
    value: () => radios.find((radio) => radio.getAttribute('aria-checked') === 'true')?.textContent ?? null,
    set,
    steps: (want) =>
      radios.filter(({ textContent }) => textContent === want).map((element) => ({ kind: 'click', element })),
  };
}
