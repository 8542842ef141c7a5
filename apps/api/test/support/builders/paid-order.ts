import { randomUUID } from 'node:crypto';
import { AdminOrder } from '@shop/contracts/orders/admin-schema';
import { Order } from '@shop/contracts/orders/schema';
import { PaymentDifference } from '@shop/contracts/payments/admin-schema';
import { vi } from 'vitest';
import { aVariant } from './cart.ts';
import { aCustomerWithCart, type StoreWithPayments, startedCheckout } from './store-with-payments.ts';

type Staff = Awaited<ReturnType<StoreWithPayments['anAdmin']>>;

/** An order paid at the provider, with helpers for what the customer and staff see and do. */
export async function aPaidOrder(shop: StoreWithPayments, admin: Staff, { price = 20 } = {}) {
  const { variantId } = await aVariant(shop, { price });
  const customer = await aCustomerWithCart(shop, [{ variantId }]);
  const { order } = startedCheckout(await customer.start());
  const { payment, verification } = await shop.sandbox.pay(order.id);
  const { orderId, number } = (await customer.verify(verification)).json();
  const keyed = () => ({ 'idempotency-key': randomUUID() });
  return {
    customer,
    orderId,
    number,
    payment,
    cancel: () => customer.post(`/api/orders/${orderId}/cancellation`, undefined, keyed()),
    issuePartialRefund: (amount: number) =>
      admin.post(`/api/admin/orders/${orderId}/refunds`, { amount, reason: 'A scratch' }, keyed()),
    orderForCustomer: async () => Order.parse((await customer.get(`/api/orders/${orderId}`)).json()),
    orderForStaff: async () => AdminOrder.parse((await admin.get(`/api/admin/orders/${orderId}`)).json()),
    notificationTexts: async () => {
      const { rows } = await shop.sql.query('select message from notifications where user_id = $1 order by id', [
        customer.id,
      ]);
      return rows.map(({ message }) => message);
    },
  };
}

/** The open reconciliation differences of a payment, by the provider's payment id, as staff see them. */
export const openDifferences = async (staff: Staff, paymentId: string) =>
  PaymentDifference.array()
    .parse((await staff.get('/api/admin/payment-differences')).json())
    .filter(({ payment }) => payment?.reference === paymentId);

export const retryRefund = (staff: Staff, refundId: string) => staff.post(`/api/admin/refunds/${refundId}/retry`);

/** Waits for a refund webhook of the sandbox, and runs its job. */
export async function processRefundEvent(shop: StoreWithPayments, event: string, refundId: string) {
  await vi.waitUntil(
    async () => {
      const { rowCount } = await shop.sql.query(
        `select from webhook_inbox where type = $1 and payload #>> '{payload,refund,entity,id}' = $2`,
        [event, refundId],
      );
      return rowCount === 1;
    },
    { timeout: 30_000, interval: 20 },
  );
  await shop.work();
}
