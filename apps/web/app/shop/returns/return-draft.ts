import type { ReturnOutcome, ReturnReason } from '@shop/contracts/returns/constants';
import { RETURN_OUTCOMES, RETURN_REASONS } from '@shop/contracts/returns/constants';
import { returnMessages } from '@shop/contracts/returns/messages';
import { refundBreakdown } from '@shop/contracts/returns/refund';
import type { NewReturn, ReturnableItem, ReturnOptions } from '@shop/contracts/returns/schema';

/** What a customer has chosen for an item so far; '' is not chosen yet. */
export type ItemDraft = {
  chosen: boolean;
  quantity: number;
  reason: ReturnReason | '';
  outcome: ReturnOutcome | '';
  variantId: string;
};
/** By id of the item. */
export type ReturnDraft = { items: Record<string, ItemDraft>; comment: string };

const EMPTY: ItemDraft = { chosen: false, quantity: 1, reason: '', outcome: '', variantId: '' };

export const itemDraft = (draft: ReturnDraft, id: string) => draft.items[id] ?? EMPTY;

/** An item as bought, and each exchange of it, has choices of its own. */
export const itemId = ({ orderItemId, exchangeLineId }: Pick<ReturnableItem, 'orderItemId' | 'exchangeLineId'>) =>
  exchangeLineId ?? orderItemId;

export const fieldName = (field: keyof ItemDraft, id: string) => `${field}:${id}`;

/** The draft that a submitted form has. */
export function draftOf(form: FormData, { items }: Pick<ReturnOptions, 'items'>): ReturnDraft {
  const text = (field: keyof ItemDraft, id: string) => String(form.get(fieldName(field, id)) ?? '');
  const read = (id: string): ItemDraft => ({
    chosen: form.has(fieldName('chosen', id)),
    quantity: Number(text('quantity', id) || 1),
    reason: RETURN_REASONS.find((reason) => reason === text('reason', id)) ?? '',
    outcome: RETURN_OUTCOMES.find((outcome) => outcome === text('outcome', id)) ?? '',
    variantId: text('variantId', id),
  });
  return {
    items: Object.fromEntries(items.map((item) => [itemId(item), withSuggestion(item, read(itemId(item)))])),
    comment: String(form.get('comment') ?? ''),
  };
}

export const canExchange = ({ exchanges }: Pick<ReturnableItem, 'exchanges'>) =>
  exchanges.some(({ available }) => available > 0);

/** Too small: the next larger size in stock; too large: the next smaller one. */
export function suggestedSize({ exchanges }: Pick<ReturnableItem, 'exchanges'>, reason: ReturnReason | '') {
  const inStock = exchanges.filter(({ available }) => available > 0);
  if (reason === 'too_small') return inStock.find(({ size }) => size === 'larger');
  return reason === 'too_large' ? inStock.findLast(({ size }) => size === 'smaller') : undefined;
}

/** The other size, unless the customer has chosen something else. A product without sizes can only be refunded. */
function withSuggestion(item: Pick<ReturnableItem, 'exchanges'>, draft: ItemDraft): ItemDraft {
  if (item.exchanges.length === 0) return { ...draft, outcome: 'refund' };
  const size = suggestedSize(item, draft.reason);
  if (!size || draft.outcome === 'refund' || draft.variantId) return draft;
  return { ...draft, outcome: 'exchange', variantId: size.variantId };
}

/** Another reason suggests another size. */
export const withReason = (item: Pick<ReturnableItem, 'exchanges'>, draft: ItemDraft, reason: ItemDraft['reason']) =>
  suggestedSize(item, reason)
    ? withSuggestion(item, { ...draft, reason, outcome: 'exchange', variantId: '' })
    : withSuggestion(item, { ...draft, reason });

const chosenOf = ({ items }: Pick<ReturnOptions, 'items'>, draft: ReturnDraft) =>
  items
    .map((item) => ({ item, choice: withSuggestion(item, itemDraft(draft, itemId(item))) }))
    .filter(({ item, choice }) => choice.chosen && item.returnable > 0);

/** The first missing choice of each item, by the name of its field. */
export function missingChoices(options: Pick<ReturnOptions, 'items'>, draft: ReturnDraft): Record<string, string> {
  const missing = chosenOf(options, draft).flatMap(({ item, choice }): [string, string][] => {
    const name = (field: keyof ItemDraft) => fieldName(field, itemId(item));
    if (!choice.reason) return [[name('reason'), returnMessages.reasonMissing]];
    if (!choice.outcome) return [[name('outcome'), returnMessages.outcomeMissing]];
    if (choice.outcome === 'exchange' && !choice.variantId) return [[name('variantId'), returnMessages.sizeMissing]];
    return [];
  });
  return Object.fromEntries(missing);
}

/** For a draft without missing choices. Undefined if no item is chosen. */
export function requestOf(options: Pick<ReturnOptions, 'items'>, draft: ReturnDraft): NewReturn | undefined {
  const items = chosenOf(options, draft).flatMap(({ item, choice: { quantity, reason, outcome, variantId } }) =>
    reason && outcome
      ? [
          {
            orderItemId: item.orderItemId,
            ...(item.exchangeLineId && { exchangeLineId: item.exchangeLineId }),
            quantity,
            reason,
            outcome,
            ...(outcome === 'exchange' && { variantId }),
          },
        ]
      : [],
  );
  return items.length > 0 ? { items, comment: draft.comment } : undefined;
}

/** What the customer gets: exchanges and refund apart, with how the refund is made. */
export function summaryOf({ items, terms }: Pick<ReturnOptions, 'items' | 'terms'>, draft: ReturnDraft) {
  const chosen = chosenOf({ items }, draft);
  const refunded = chosen.filter(({ choice }) => choice.outcome === 'refund');
  return {
    exchanges: chosen.flatMap(({ item, choice }) => {
      const size = item.exchanges.find(({ variantId }) => variantId === choice.variantId);
      if (choice.outcome !== 'exchange' || !size) return [];
      return { id: itemId(item), name: item.name, from: sizeText(item.options), to: sizeText(size.options) };
    }),
    refunds: refunded.map(({ item }) => ({ id: itemId(item), name: item.name })),
    refund: refundBreakdown(
      terms,
      refunded.map(({ item, choice }) => ({ price: item.price, quantity: Math.min(choice.quantity, item.returnable) })),
    ),
  };
}

/** { 'Ring size': 'US 7' } → 'US 7' */
export const sizeText = (options: Record<string, string>) => Object.values(options).join(', ');
