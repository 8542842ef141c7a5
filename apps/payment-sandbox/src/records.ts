import type { Dispute, Order, Payment, Refund } from './entities.ts';
import { unknownId } from './errors.ts';
import { type Fact, openLedger, type WebhookEvent } from './ledger.ts';

export type Records = ReturnType<typeof openRecords>;

/** Current state of each entity, rebuilt from the ledger. */
export function openRecords(file: string) {
  const ledger = openLedger(file);
  const orders = new Map<string, Order>();
  const payments = new Map<string, Payment>();
  const refunds = new Map<string, Refund>();
  const disputes = new Map<string, Dispute>();
  const events = new Map<string, WebhookEvent>();
  const undelivered = new Set<string>();
  const refundKeys = new Map<string, { request: string; refund_id: string }>();

  const apply = ({ what, order, payment, refund, dispute, event, delivery, idempotency }: Fact) => {
    if (order) orders.set(order.id, order);
    if (payment) payments.set(payment.id, payment);
    if (refund) refunds.set(refund.id, refund);
    if (dispute) disputes.set(dispute.id, dispute);
    if (idempotency) refundKeys.set(idempotency.key, idempotency);
    if (event) events.set(event.id, event);
    if (event) undelivered.add(event.id);
    if (delivery && what !== 'webhook.refused') undelivered.delete(delivery.event_id);
  };
  for (const entry of ledger.read()) apply(entry);

  return {
    orders,
    payments,
    refunds,
    disputes,
    events,
    refundKeys,
    ledger: ledger.read,
    close: ledger.close,
    order: (id: string) => orders.get(id) ?? throwUnknownId(),
    payment: (id: string) => payments.get(id) ?? throwUnknownId(),
    refund: (id: string) => refunds.get(id) ?? throwUnknownId(),
    dispute: (id: string) => disputes.get(id) ?? throwUnknownId(),
    paymentsOf: (orderId: string) => [...payments.values()].filter((payment) => payment.order_id === orderId),
    undelivered: () => [...events.values()].filter((event) => undelivered.has(event.id)),
    /** Write-ahead: writes to the ledger before the state changes, so that no acknowledged change is lost. */
    record(facts: Fact[]) {
      ledger.write(facts);
      for (const fact of facts) apply(fact);
    },
    empty() {
      ledger.empty();
      for (const collection of [orders, payments, refunds, disputes, events, undelivered, refundKeys])
        collection.clear();
    },
  };
}

function throwUnknownId(): never {
  throw unknownId();
}
