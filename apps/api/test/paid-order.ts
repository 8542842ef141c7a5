import { randomUUID } from 'node:crypto';
import { OrderDossier } from '@shop/contracts/admin-orders';
import { Order } from '@shop/contracts/orders';
import { PaymentDifference } from '@shop/contracts/system';
import { vi } from 'vitest';
import { aPiece } from './cart.ts';
import { aBuyer, opened, type paidShop } from './paid-shop.ts';

type PaidShop = Awaited<ReturnType<typeof paidShop>>;
type Staff = Awaited<ReturnType<PaidShop['anAdmin']>>;

/** An order paid at the provider's window, and what its buyer and staff see and do with it. */
export async function aPaidOrder(shop: PaidShop, admin: Staff, { price = 20 } = {}) {
  const { variantId } = await aPiece(shop, { price });
  const buyer = await aBuyer(shop, [{ variantId }]);
  const { order } = opened(await buyer.start());
  const { payment, proof } = await shop.sandbox.pay(order.id);
  const { orderId, number } = (await buyer.verify(proof)).json();
  const keyed = () => ({ 'idempotency-key': randomUUID() });
  return {
    buyer,
    orderId,
    number,
    payment,
    cancel: () => buyer.post(`/api/orders/${orderId}/cancellation`, undefined, keyed()),
    refundPart: (amount: number) =>
      admin.post(`/api/admin/orders/${orderId}/refunds`, { amount, reason: 'A scratch' }, keyed()),
    seenByBuyer: async () => Order.parse((await buyer.get(`/api/orders/${orderId}`)).json()),
    seenByStaff: async () => OrderDossier.parse((await admin.get(`/api/admin/orders/${orderId}`)).json()),
    told: async () => {
      const { rows } = await shop.sql.query('select message from notifications where user_id = $1 order by id', [
        buyer.id,
      ]);
      return rows.map(({ message }) => message);
    },
  };
}

/** The open differences about a payment, by the provider's id, as staff see them. */
export const openDifferences = async (staff: Staff, paymentId: string) =>
  PaymentDifference.array()
    .parse((await staff.get('/api/admin/payment-differences')).json())
    .filter(({ payment }) => payment?.reference === paymentId);

export const retryRefund = (staff: Staff, refundId: string) => staff.post(`/api/admin/refunds/${refundId}/retry`);

/** Waits for the sandbox to have brought a webhook about a refund, and lets the worker process it. */
export async function processRefundEvent(shop: PaidShop, event: string, refundId: string) {
  await vi.waitUntil(
    async () => {
      const { rowCount } = await shop.sql.query(
        `select from webhook_inbox where type = $1 and payload #>> '{payload,refund,entity,id}' = $2`,
        [event, refundId],
      );
      return rowCount === 1;
    },
    { timeout: 10_000, interval: 20 },
  );
  await shop.work();
}
