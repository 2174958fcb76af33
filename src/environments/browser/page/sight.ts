/** What a person sees of a page now: which part of an element shows, and where it can be clicked. */
import { holds, nearest, shownParent } from './composed-tree.ts';
import { elementAt, elementAtInShadow } from './natives.ts';

/** A point in the viewport, in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Where an element can be clicked: the point, and what is really there. */
export interface Hold {
  readonly point: Point;
  readonly hit: Element;
}

/** Why an element cannot be clicked. */
export type Obstacle = 'hidden' | 'out of view' | { readonly coveredBy: Element };

/** Less than this in either direction is not seen (texts for screen readers are one pixel large). */
const LEAST_PIXELS = 2;
/** Line boxes of an inline element that are tried. */
const MOST_BOXES = 3;
/** Points of a box that are tried, as shares of its size: the centre first. */
const TRIED = [
  [0.5, 0.5],
  [0.25, 0.5],
  [0.75, 0.5],
  [0.5, 0.25],
  [0.5, 0.75],
] as const;

const VISIBLE = { visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true };

function intersection(a: Box, b: Box): Box {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
}

function isLargeEnough({ left, top, right, bottom }: Box): boolean {
  return right - left >= LEAST_PIXELS && bottom - top >= LEAST_PIXELS;
}

function areaOf({ left, top, right, bottom }: Box): number {
  return Math.max(0, right - left) * Math.max(0, bottom - top);
}

/** The deepest element at a point, also within shadow roots. */
export function deepestAt({ x, y }: Point): Element | null {
  let hit = elementAt(document, x, y);
  while (hit?.shadowRoot) {
    const inner = elementAtInShadow(hit.shadowRoot, x, y);
    if (inner === null || inner === hit) break;
    hit = inner;
  }
  return hit;
}

/** The control that a click on an element goes to by the label around it. */
export function labelledBy(hit: Element): HTMLElement | null {
  const label = nearest(hit, (at): at is HTMLLabelElement => at instanceof HTMLLabelElement);
  return label?.control ?? null;
}

/** Whether a person sets it by clicking it or its label: a label stands for one that is not shown itself. */
function isToggle(element: Element): element is HTMLInputElement {
  return element instanceof HTMLInputElement && (element.type === 'checkbox' || element.type === 'radio');
}

/** One look: nothing may change while it is used, since it remembers what it has measured. */
export class Sight {
  readonly viewport: Box = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  private readonly styles = new Map<Element, CSSStyleDeclaration>();
  private readonly clips = new Map<Element, Box>();
  private readonly shown = new Map<Element, boolean>();

  style(element: Element): CSSStyleDeclaration {
    let style = this.styles.get(element);
    if (style === undefined) {
      style = getComputedStyle(element);
      this.styles.set(element, style);
    }
    return style;
  }

  /** Whether it is rendered and not transparent, wherever on the page. */
  isShown(element: Element): boolean {
    let shown = this.shown.get(element);
    if (shown === undefined) {
      shown = element.checkVisibility(VISIBLE);
      this.shown.set(element, shown);
    }
    return shown;
  }

  /** The part of the viewport in which what is inside `element` can be seen. */
  private clipOf(element: Element): Box {
    const known = this.clips.get(element);
    if (known !== undefined) return known;
    const style = this.style(element);
    let clip = this.clipAround(element);
    const clips = style.overflowX !== 'visible' || style.overflowY !== 'visible';
    // What the page's root element clips is the viewport's business.
    if (clips && element !== document.documentElement && element !== document.body) {
      clip = intersection(clip, element.getBoundingClientRect());
    }
    this.clips.set(element, clip);
    return clip;
  }

  /** The visible parts of an element within the viewport; covered ones count. */
  private boxesOf(element: Element): Box[] {
    const clip = this.clipAround(element);
    return [...element.getClientRects()]
      .slice(0, MOST_BOXES)
      .map((rect) => intersection(rect, clip))
      .filter(isLargeEnough);
  }

  /** Whether any of it is within the viewport and not hidden; it may be covered. */
  isInView(element: Element): boolean {
    const visible = intersection(element.getBoundingClientRect(), this.clipAround(element));
    return isLargeEnough(visible) && this.isShown(element);
  }

  /** The part of the viewport in which an element itself can be seen. */
  private clipAround(element: Element): Box {
    const parent = shownParent(element);
    const fixed = parent === null || this.style(element).position === 'fixed';
    return fixed ? this.viewport : this.clipOf(parent);
  }

  /** Whether its text can be read: in view, and nothing opaque or not lies over its middle. */
  isUncovered(element: Element): boolean {
    const box = this.boxesOf(element)[0];
    if (box === undefined) return false;
    const hit = deepestAt({ x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 });
    return hit !== null && (holds(element, hit) || holds(hit, element));
  }

  /** Where a person would click to reach an element, by its label if need be; or what is in the way. */
  reach(element: Element): Hold | Obstacle {
    const own = this.reachBox(element, element);
    if (isReached(own) || !isToggle(element)) return own;
    for (const label of element.labels ?? []) {
      const byLabel = this.reachBox(label, element);
      if (isReached(byLabel)) return byLabel;
    }
    return own;
  }

  private reachBox(target: Element, element: Element): Hold | Obstacle {
    if (!this.isShown(target)) return 'hidden';
    const boxes = this.boxesOf(target);
    if (boxes.length === 0) return isLargeEnough(target.getBoundingClientRect()) ? 'out of view' : 'hidden';
    let coveredBy: Element | null = null;
    for (const box of boxes) {
      for (const [across, down] of TRIED) {
        const point = {
          x: box.left + across * (box.right - box.left),
          y: box.top + down * (box.bottom - box.top),
        };
        const hit = deepestAt(point);
        if (hit === null) continue;
        if (holds(target, hit) || labelledBy(hit) === element) return { point, hit };
        coveredBy ??= hit;
      }
    }
    return coveredBy === null ? 'out of view' : { coveredBy };
  }

  /** Whether what covers an element is a layer over most of the page, not a bar at its edge. */
  isLayer(cover: Element, covered: Element): boolean {
    const layer = nearest(cover, (at) => {
      const { position } = this.style(at);
      if (position !== 'fixed' && position !== 'absolute') return false;
      const visible = intersection(at.getBoundingClientRect(), this.viewport);
      return areaOf(visible) * 2 >= areaOf(this.viewport);
    });
    return layer !== null && !holds(layer, covered);
  }
}

/** Whether `reach` found a way. */
export function isReached(reached: Hold | Obstacle): reached is Hold {
  return typeof reached === 'object' && 'point' in reached;
}
