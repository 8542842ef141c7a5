import { chargeInput } from '@shop/contracts/common/money';
import { type RefundableOrder, refundOf } from '@shop/contracts/orders/refund';

const UNITS = 'refundUnits:';
export const SHIPPING_FIELD = 'refundShipping';

/** The name of the field with the units to refund of an item. */
export const unitsField = (orderItemId: string) => `${UNITS}${orderItemId}`;

/** What the customer paid for the chosen units, as the amount field has it. Empty if nothing is chosen. */
export function chosenAmount(order: RefundableOrder, form: FormData) {
  const units = Object.fromEntries(
    [...form]
      .filter(([name]) => name.startsWith(UNITS))
      .map(([name, value]) => [name.slice(UNITS.length), Math.floor(Number(value)) || 0]),
  );
  const amount = refundOf(order, { units, shipping: form.has(SHIPPING_FIELD) });
  return amount > 0 ? chargeInput(amount, order.charge.currency) : '';
}
