import { statusLabels } from '@shop/contracts/orders/messages';
import { packingMessages as texts } from '@shop/contracts/orders/packing-messages';
import type { OrderStatus } from '@shop/contracts/orders/schema';
import { shipmentMessages } from '@shop/contracts/orders/shipment-messages';
import { sumOf } from './packing-units.ts';

const QUANTITY = 'quantity:';
const LIST = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** The name of the field with the units to ship of an item. */
export const quantityField = (orderItemId: string) => `${QUANTITY}${orderItemId}`;

/** The items of the form with units. A value that is no number stays NaN, for the contract to reject. */
export const chosenItems = (form: FormData) =>
  [...form]
    .filter(([name]) => name.startsWith(QUANTITY))
    .map(([name, value]) => ({ orderItemId: name.slice(QUANTITY.length), quantity: Number(value) }))
    .filter(({ quantity }) => quantity !== 0);

/** What the form would do now. */
export const shipChoiceOf = (form: FormData) => ({
  units: sumOf(chosenItems(form).map(({ quantity }) => (quantity > 0 ? Math.floor(quantity) : 0))),
  notify: form.has('notify'),
});

/** The body of the request, unchecked. */
export const newShipmentOf = (form: FormData) => ({
  items: chosenItems(form),
  carrier: form.get('carrier') ?? '',
  trackingNumber: form.get('trackingNumber') ?? '',
  trackingUrl: form.get('trackingUrl') ?? '',
  notify: form.has('notify'),
});

type Effect = { units: number; left: number; status: OrderStatus; notify: boolean };

/** Says what shipping these units does: what is left, the new status, and the email. */
export function shipEffect({ units, left, status, notify }: Effect) {
  if (units === 0) return shipmentMessages.nothingChosen;
  const rest = left - units;
  const newStatus = rest > 0 ? 'processing' : 'shipped';
  const clauses = [
    texts.effectShips(units),
    ...(rest > 0 ? [texts.effectLeft(rest)] : []),
    ...(newStatus === status ? [] : [texts.effectStatus(statusLabels[newStatus])]),
    notify ? texts.effectEmail : texts.effectNoEmail,
  ];
  return `${LIST.format(clauses)}.`;
}
