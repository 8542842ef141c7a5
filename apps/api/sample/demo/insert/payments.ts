import type { Db } from '#platform/database/db.ts';
import { bool } from '#platform/database/row.ts';
import { count, one, rowsOf } from '#platform/database/sql.ts';
import type { DemoExpiredCheckout } from '#sample/demo/generate/browsing.ts';
import type { DemoOrder } from '#sample/demo/generate/orders.ts';
import type { World } from '#sample/demo/generate/world.ts';
import { providerOrderId } from './checkouts.ts';
import { inChunks } from './chunks.ts';

/** Not the real provider, which would not know these payments: reconciliation skips them. */
const PROVIDER = 'demo';

/** Payments are never deleted, so they show whether the demo data was loaded. */
export async function hasDemoPayments(tx: Db) {
  const { exist } = await tx.run(
    one('demo.havePayments', { exist: bool })`
      select exists (select from payments where provider = ${PROVIDER}) as exist`,
  );
  return exist;
}

const insertRows = (rows: Record<string, unknown>[]) =>
  count('demo.insertPayments')`insert into payments ${rowsOf(rows)}`;

export async function insertPayments(
  tx: Db,
  { paymentCurrency: currency, paymentRate: rate }: World['terms'],
  placed: readonly DemoOrder[],
  expired: readonly DemoExpiredCheckout[],
) {
  const received = placed.flatMap((order) => {
    const { id: orderId, paymentId, checkoutId, number, paymentMethod, quote, refund, placedAt } = order;
    if (!paymentId) return [];
    return {
      id: paymentId,
      checkoutId,
      orderId,
      provider: PROVIDER,
      providerOrderId: providerOrderId(order),
      providerPaymentId: `pay_demo_${number}`,
      method: paymentMethod,
      amountMinor: quote.chargeMinor,
      currency,
      rate,
      status: refund?.isFull ? 'refunded' : 'captured',
      createdAt: placedAt,
      updatedAt: refund?.at ?? placedAt,
    };
  });
  await inChunks(tx, received, insertRows);

  const failed = expired.flatMap(({ id: checkoutId, failedPaymentId, paymentMethod, quote, createdAt }) => {
    if (!failedPaymentId) return [];
    return {
      id: failedPaymentId,
      checkoutId,
      provider: PROVIDER,
      providerOrderId: `order_demo_${checkoutId}`,
      providerPaymentId: `pay_demo_${checkoutId}`,
      method: paymentMethod,
      amountMinor: quote.chargeMinor,
      currency,
      rate,
      status: 'failed',
      failureReason: 'Payment declined by the bank.',
      createdAt,
      updatedAt: createdAt,
    };
  });
  await inChunks(tx, failed, insertRows);

  const returned = placed.flatMap(({ paymentId, refund }) => {
    if (!paymentId || !refund) return [];
    const { id, amountMinor, reason, at } = refund;
    return { id, paymentId, amountMinor, reason, status: 'processed', createdAt: at, updatedAt: at };
  });
  await inChunks(tx, returned, (part) => count('demo.insertRefunds')`insert into refunds ${rowsOf(part)}`);
}
