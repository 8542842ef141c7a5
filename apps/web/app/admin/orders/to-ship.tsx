import type { AdminOrder } from '@shop/contracts/orders/admin-schema';
import { orderMessages } from '@shop/contracts/orders/messages';
import { packingMessages as texts } from '@shop/contracts/orders/packing-messages';
import { useCan } from '#admin/kit/staff.ts';
import { ItemList } from './item-list.tsx';
import { Card } from './order-card.tsx';
import { type OrderActionResult, shipKey } from './order-forms.ts';
import { itemsToShip, sumOf, unitsLeft } from './packing-units.ts';
import { ShipForm } from './ship-form.tsx';

type ToShipProps = { order: AdminOrder; result?: OrderActionResult };

/** The items still to pack, and the form that ships them. Without any left: all items of the order. */
export function ToShip({ order, result }: ToShipProps) {
  const can = useCan();
  const items = itemsToShip(order);
  if (items.length === 0)
    return (
      <Card title={orderMessages.items}>
        <ItemList items={order.items.map((item) => ({ item, units: item.quantity }))} />
      </Card>
    );

  const left = sumOf(items.map(unitsLeft));
  const total = sumOf(order.items.map(({ quantity }) => quantity));
  return (
    <Card title={texts.toShip} meta={texts.unitsOf(left, total)}>
      {can('orders.update-status') ? (
        // The key empties the form after a shipment.
        <ShipForm key={shipKey(order)} order={order} result={result} />
      ) : (
        <ItemList items={items.map((item) => ({ item, units: unitsLeft(item) }))} />
      )}
    </Card>
  );
}
