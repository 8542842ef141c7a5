import { trackingUrlOf } from '@shop/contracts/orders/carriers';
import { adminReturnMessages as messages } from '@shop/contracts/returns/admin-messages';
import type { ExchangeShipment } from '@shop/contracts/returns/admin-schema';
import { sellExchanges } from '#inventory/service.ts';
import { notifyReturn } from '#notifications/service.ts';
import { assignTrackingNumber } from '#orders/service.ts';
import { crashPoint } from '#platform/crash-point.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { type Actor, canNow } from '#platform/http/access.ts';
import { completeIfDone, getLockedReturn, recordStep } from './locked-return.ts';
import { isExchangeDue, receivedFor, receivedText, statusConflict } from './rules.ts';
import { updateExchangeDelivered, updateExchangeShipped } from './write-queries.ts';

export async function shipExchange(tx: Db, actor: Actor, id: string, shipment: ExchangeShipment) {
  const { order, current, recipient } = await getLockedReturn(tx, id);
  if (current.status !== 'received') throw statusConflict(current.status);
  if (current.exchangeShipment) throw new DomainError('conflict', 'exchange_shipped', messages.alreadyShipped);
  if (!isExchangeDue(current)) throw new DomainError('conflict', 'nothing_to_ship', messages.nothingToShip);
  if (order.paymentStatus === 'refunded' && !canNow(actor, 'orders.refund'))
    throw new DomainError('forbidden', 'forbidden', messages.orderRefunded);

  const trackingNumber = shipment.trackingNumber || assignTrackingNumber(null, false);
  const trackingUrl = shipment.trackingUrl || trackingUrlOf(shipment.carrier, trackingNumber);
  const tracking = { carrier: shipment.carrier, trackingNumber, trackingUrl };
  await tx.run(updateExchangeShipped(id, tracking));
  await recordStep(tx, actor, current, 'return.ship', { shipment: tracking });
  const exchanged = receivedFor('exchange', current.lines);
  await notifyReturn(tx, { ...recipient, event: 'exchange_shipped', items: exchanged.map(receivedText), tracking });
  await sellExchanges(
    tx,
    exchanged.map((line) => line.id),
  );
  crashPoint('R5');
  await completeIfDone(tx, id);
  return { id };
}

/** The units of the exchange can be returned from now on. */
export async function deliverExchange(tx: Db, actor: Actor, id: string) {
  const { current } = await getLockedReturn(tx, id);
  const { exchangeShipment: shipment } = current;
  if (!shipment) throw new DomainError('conflict', 'exchange_not_shipped', messages.notShipped);
  if (shipment.deliveredAt) throw new DomainError('conflict', 'exchange_delivered', messages.alreadyDelivered);
  await tx.run(updateExchangeDelivered(id));
  await recordStep(tx, actor, current, 'return.deliver', { exchange: 'delivered' });
  return { id };
}
