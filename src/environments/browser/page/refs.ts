/** Names of a page's elements, by their identity. */

/** Numbers that name elements: each is given once, and never to another element. */
export class Refs {
  private readonly numbers = new WeakMap<Element, number>();
  private readonly elements = new Map<number, WeakRef<Element>>();

  of(element: Element): number {
    const known = this.numbers.get(element);
    if (known !== undefined) return known;
    const ref = this.elements.size;
    this.numbers.set(element, ref);
    this.elements.set(ref, new WeakRef(element));
    return ref;
  }

  /** Null when it is gone from the page. */
  element(ref: number): Element | null {
    const element = this.elements.get(ref)?.deref();
    return element?.isConnected ? element : null;
  }
}
