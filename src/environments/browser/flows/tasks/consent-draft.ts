/** Drafts of a consent dialog and of a paid offer, with what the goal says about the former. */
import type { ConsentContent, PromotionContent } from '../content.ts';
import type { Wording } from './wording.ts';

export function consentDraft(w: Wording): { content: ConsentContent; sentence: string } {
  const labels = w.consentCategories().slice(0, 2 + w.draws.int(2));
  const mode = w.draws.pick(['consentAll', 'consentNone', 'consentNone', 'consentSome'] as const);
  const kept = mode === 'consentSome' ? 1 : mode === 'consentAll' ? labels.length : 0;
  const wanted = new Set(w.draws.shuffle(labels).slice(0, kept));
  return {
    content: {
      title: w.phrase('consentTitle'),
      text: w.phrase('consentText'),
      all: w.phrase('acceptAll'),
      necessary: w.chance(0.7) ? w.phrase('necessary') : null,
      customise: w.phrase('customise'),
      save: w.phrase('saveChoices'),
      categories: labels.map((label) => ({ label, initial: w.chance(0.4), want: wanted.has(label) })),
      settings: w.phrase('cookieSettings'),
    },
    sentence: w.request(mode, { categories: [...wanted].join(', ') }),
  };
}

export function promotionDraft(w: Wording): PromotionContent {
  return {
    title: w.phrase('promotionTitle'),
    text: w.phrase('promotionText'),
    accept: w.phrase('promotionAccept'),
    dismiss: w.phrase('promotionDismiss'),
    at: w.draws.int(4),
  };
}
