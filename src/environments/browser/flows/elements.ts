/** Building accessible DOM: text always goes in as text, and an element that was made stays the same one. */

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;
type Child = Node | string | null;

/** An element; an attribute that is `true` is set empty, one that is `false` or undefined is left out. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** A button that does something on the page; `submit` buttons of forms are made with `el`. */
export function button(label: string, press: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const element = el('button', { type: 'button', ...attributes }, label);
  element.addEventListener('click', press);
  return element;
}

let lastId = 0;

/** An id that no other element of this document has. */
export function freshId(): string {
  lastId += 1;
  return `e${lastId}`;
}
