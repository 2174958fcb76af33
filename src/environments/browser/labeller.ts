/** The labeller: the flow's scripted expert, as candidates. */
import type { BrowserAction } from './actions.ts';
import type { Offer } from './candidates.ts';
import type { ExpertStep } from './page-protocol.ts';

/**
 * Indices of the offers that the expert accepts, ascending; null when it accepts none of them.
 * A step that is not offered is left out: the candidates' rule is tested to offer them all.
 */
export function acceptableOffers(
  expert: readonly ExpertStep[],
  offers: readonly Pick<Offer, 'action'>[],
): number[] | null {
  const accepted = new Set(expert.map(identity));
  const indices = offers.flatMap(({ action }, index) => (accepted.has(identity(action)) ? [index] : []));
  return indices.length > 0 ? indices : null;
}

/** Expert steps that no offer carries out: each is a gap in the candidates' rule. */
export function stepsNotOffered(
  expert: readonly ExpertStep[],
  offers: readonly Pick<Offer, 'action'>[],
): ExpertStep[] {
  const offered = new Set(offers.map(({ action }) => identity(action)));
  return expert.filter((step) => !offered.has(identity(step)));
}

/** The same for two steps that do the same. The words to a person do not matter for handing over. */
function identity(step: ExpertStep | BrowserAction): string {
  switch (step.kind) {
    case 'fill':
      return JSON.stringify([step.kind, step.ref, step.value]);
    case 'select':
      return JSON.stringify([step.kind, step.ref, step.option]);
    case 'click':
    case 'submit':
      return JSON.stringify([step.kind, step.ref]);
    case 'scroll':
      return JSON.stringify([step.kind, step.direction]);
    default:
      return step.kind;
  }
}
