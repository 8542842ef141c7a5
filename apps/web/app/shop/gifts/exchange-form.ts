import { giftExchangeMessages as texts } from '@shop/contracts/returns/gift-messages';
import { type GiftPage, NewGiftExchange } from '@shop/contracts/returns/gift-schema';

export type GiftItem = GiftPage['items'][number];
type GiftField = 'variantId' | 'reason' | 'quantity';

export const fieldName = (field: GiftField, { orderItemId, exchangeLineId }: GiftItem) =>
  `${field} ${exchangeLineId ?? orderItemId}`;

/** What was entered, by field. */
export type EnteredExchange = Record<string, string>;

/** The request, or the error of each field. Items whose size is kept are left out. */
export function readExchange(gift: Pick<GiftPage, 'items'>, entered: EnteredExchange) {
  const chosen = gift.items.filter((item) => item.returnable > 0 && entered[fieldName('variantId', item)]);
  const errors: Record<string, string> = {};
  for (const item of chosen)
    if (!entered[fieldName('reason', item)]) errors[fieldName('reason', item)] = texts.reasonMissing;
  const parsed = NewGiftExchange.safeParse({
    email: entered.email ?? '',
    items: chosen.map((item) => ({
      orderItemId: item.orderItemId,
      ...(item.exchangeLineId && { exchangeLineId: item.exchangeLineId }),
      quantity: Number(entered[fieldName('quantity', item)] || 1),
      reason: entered[fieldName('reason', item)],
      variantId: entered[fieldName('variantId', item)],
    })),
  });
  if (parsed.success) return { request: parsed.data };
  if (parsed.error.issues.some(({ path: [first] }) => first === 'email')) errors.email = texts.invalidEmail;
  return { errors, failed: chosen.length === 0 ? texts.nothingChosen : undefined };
}
