import { afterAll, expect, test } from 'vitest';
import { aVariant } from '#test/builders/cart.ts';
import { aCustomerWithCart, createStoreWithPayments, startedCheckout } from '#test/builders/store-with-payments.ts';
import { runQueuedJobs } from '#test/jobs.ts';
import { aMailServer } from '#test/mail-server.ts';

const server = await aMailServer();
afterAll(server.close);
const shop = await createStoreWithPayments({ SMTP_URL: server.url, PUBLIC_URL: 'https://shop.example.com' });
const { sql, sandbox, work } = shop;
const { variantId } = await aVariant(shop, { quantities: [100], price: 20 });

const subjects = (email: string) =>
  server.messages.filter((message) => message.to?.[0]?.address === email).map(({ subject }) => subject);
const refundsOf = (email: string) =>
  server.messages.filter((message) => message.to?.[0]?.address === email && message.subject?.includes('refund'));

async function anOrderPaidOnline() {
  const customer = await aCustomerWithCart(shop, [{ variantId }]);
  const { order } = startedCheckout(await customer.start());
  const { verification } = await sandbox.pay(order.id);
  const { orderId, number } = (await customer.verify(verification)).json();
  return { customer, orderId, number };
}

test('the customer gets one email once the refund is processed', async () => {
  const { customer, orderId, number } = await anOrderPaidOnline();
  await customer.post(`/api/orders/${orderId}/cancellation`, {}, { 'idempotency-key': 'sorry' });

  await work();
  const { rows } = await sql.query(
    `select r.id from refunds r join payments p on p.id = r.payment_id where p.order_id = $1`,
    [orderId],
  );
  await sql.query("update refunds set status = 'pending' where id = $1", [rows[0].id]);
  await sql.query("select graphile_worker.add_job('refund_payment', $1)", [{ refundId: rows[0].id }]);
  await work();

  expect(subjects(customer.email).toSorted()).toEqual(
    [
      `Your order #${number} has been placed`,
      `Your order #${number} has been cancelled`,
      'Your refund of ₹31.59 is on its way',
    ].toSorted(),
  );
  const [message] = refundsOf(customer.email);
  expect(message?.text).toContain(`We’ve refunded ₹31.59 for your order #${number}.`);
  expect(message?.text).toContain(`https://shop.example.com/orders/${orderId}\n`);
});

test('no refund email is sent before the provider has processed the refund', async () => {
  const { customer, orderId } = await anOrderPaidOnline();
  await sandbox.fail({ on: 'POST /v1/payments/:id/refund', times: 1, do: 'status', status: 503 });
  await customer.post(`/api/orders/${orderId}/cancellation`, {}, { 'idempotency-key': 'sorry' });

  await work();
  expect(refundsOf(customer.email)).toEqual([]);
  await runQueuedJobs(shop);

  expect(refundsOf(customer.email)).toHaveLength(1);
});
