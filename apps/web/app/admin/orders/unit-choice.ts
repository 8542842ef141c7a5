import { chargeInput } from '@shop/contracts/common/money';
import type { AdminOrder } from '@shop/contracts/orders/admin-schema';
import { refundBreakdown } from '@shop/contracts/returns/refund';

const UNITS = 'refundUnits:';
const RESTOCK = 'restock:';
export const SHIPPING_FIELD = 'refundShipping';

/** The name of the field with the units to refund of an item. */
export const unitsField = (orderItemId: string) => `${UNITS}${orderItemId}`;
export const restockField = (orderItemId: string) => `${RESTOCK}${orderItemId}`;

/** The chosen units as the API takes them; those that are no number stay NaN, for the contract to reject. */
export const chosenItems = (form: FormData) =>
  [...form]
    .filter(([name]) => name.startsWith(UNITS))
    .map(([name, value]) => {
      const orderItemId = name.slice(UNITS.length);
      return { orderItemId, quantity: Number(value), restock: form.has(restockField(orderItemId)) };
    })
    .filter(({ quantity }) => quantity !== 0);

type RefundedOrder = Pick<AdminOrder, 'refundTerms'> & { items: readonly { id: string; price: number }[] };

/** What is owed for the chosen units and shipping, as the amount field has it. Empty if nothing is chosen. */
export function chosenAmount({ refundTerms, items }: RefundedOrder, form: FormData) {
  if (!refundTerms) return '';
  const lines = chosenItems(form).flatMap(({ orderItemId, quantity }) => {
    const item = items.find(({ id }) => id === orderItemId);
    return item && Number.isInteger(quantity) && quantity > 0 ? { price: item.price, quantity } : [];
  });
  const { minor } = refundBreakdown(refundTerms, lines, { shipping: form.has(SHIPPING_FIELD) });
  return minor > 0 ? chargeInput(minor, refundTerms.charge.currency) : '';
}
