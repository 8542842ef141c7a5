import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { aVariant } from '#test/builders/cart.ts';
import {
  aCustomerWithCart,
  createStoreWithPayments,
  startedCheckout,
  waitForWebhooks,
} from '#test/builders/store-with-payments.ts';
import { receiveMessage } from './service.ts';

const shop = await createStoreWithPayments();
const { sandbox, sql, work, db, anAdmin } = shop;
const { variantId } = await aVariant(shop, { quantities: [100] });
const owner = await anAdmin();

type Listed = { providerDisputeId: string; status: string; respondBy: string | null; order: object | null };
const disputes = async (): Promise<Listed[]> => (await owner.get('/api/admin/payment-disputes')).json();
const listed = async (dispute: { id: string }) =>
  (await disputes()).find(({ providerDisputeId }) => providerDisputeId === dispute.id);

async function aPaidOrder() {
  const customer = await aCustomerWithCart(shop, [{ variantId }]);
  const { order } = startedCheckout(await customer.start());
  const { payment, verification } = await sandbox.pay(order.id);
  const placed: { orderId: string; number: string } = (await customer.verify(verification)).json();
  await waitForWebhooks(shop, order.id, 3);
  const messages = async (count: number) => {
    await waitForWebhooks(shop, order.id, 3 + count);
    await work();
  };
  return { customer, order, payment, messages, ...placed };
}

/** `at`: the time of the event in Unix seconds. */
function receiveDisputeEvent(
  status: string,
  at: number,
  dispute: { id: string; payment_id: string; respond_by?: number },
) {
  const entity = { ...dispute, amount: 5_000, currency: 'INR', status, phase: 'chargeback', created_at: 1_900_000_000 };
  return receiveMessage(db, randomUUID(), {
    event: `payment.dispute.${status}`,
    created_at: at,
    payload: { dispute: { entity } },
  });
}

test('a dispute reported by the provider is listed with its order, amount, reason and date to respond by', async () => {
  const { payment, orderId, number, messages } = await aPaidOrder();

  const dispute = await sandbox.openDispute(payment.id, { amount: 1_500, respond_by: 1_900_000_000 });
  await messages(1);

  expect(await listed(dispute)).toEqual({
    id: expect.any(String),
    providerDisputeId: dispute.id,
    providerPaymentId: payment.id,
    amountMinor: 1_500,
    currency: 'INR',
    reason: 'goods_or_services_not_received_or_partially_received',
    phase: 'chargeback',
    status: 'open',
    respondBy: '2030-03-17T17:46:40.000Z',
    disputedAt: expect.any(String),
    order: { id: orderId, number },
  });
});

test('dispute events that arrive out of order, and repeatedly, leave the dispute at its newest status', async () => {
  const { payment, order, messages } = await aPaidOrder();
  await sandbox.failWebhooks({ do: 'reorder', times: 3 });

  const dispute = await sandbox.openDispute(payment.id);
  await sandbox.changeDispute(dispute.id, 'under_review');
  await sandbox.changeDispute(dispute.id, 'lost');
  await messages(3);
  await sandbox.redeliver({ order_id: order.id, event: 'payment.dispute.created' });
  await work();

  expect(await listed(dispute)).toMatchObject({ status: 'lost' });
  const { rows } = await sql.query('select from payment_disputes where provider_dispute_id = $1', [dispute.id]);
  expect(rows).toHaveLength(1);
});

test('a dispute under review is open again when a later event asks for more evidence', async () => {
  const { payment } = await aPaidOrder();
  const dispute = { id: `disp_${randomUUID()}`, payment_id: payment.id };

  await receiveDisputeEvent('under_review', 1_900_000_200, dispute);
  await receiveDisputeEvent('open', 1_900_000_100, dispute);
  await work();
  expect(await listed(dispute)).toMatchObject({ status: 'under_review', respondBy: null });

  await receiveDisputeEvent('open', 1_900_000_300, { ...dispute, respond_by: 1_900_086_400 });
  await work();
  expect(await listed(dispute)).toMatchObject({ status: 'open', respondBy: '2030-03-18T17:46:40.000Z' });
});

test('a dispute with an unknown status is listed as open', async () => {
  const dispute = { id: `disp_${randomUUID()}`, payment_id: 'pay_unknown' };

  await receiveDisputeEvent('in_arbitration', 1_900_000_000, dispute);
  await work();

  expect(await listed(dispute)).toMatchObject({ status: 'open', order: null });
});

test('disputes to be decided are listed before decided ones, the most urgent first', async () => {
  const [later, sooner, won] = ['later', 'sooner', 'won'].map((name) => ({ id: `disp_${name}`, payment_id: 'pay_x' }));
  if (!later || !sooner || !won) throw new Error('Three disputes.');
  const now = Math.floor(Date.now() / 1_000);
  await receiveDisputeEvent('open', now, { ...later, respond_by: now + 2_000 });
  await receiveDisputeEvent('open', now, { ...sooner, respond_by: now + 1_000 });
  await receiveDisputeEvent('won', now, { ...won, respond_by: now + 500 });
  await work();

  const ids = (await disputes()).map(({ providerDisputeId }) => providerDisputeId);
  expect(ids.filter((id) => [later.id, sooner.id, won.id].includes(id))).toEqual([sooner.id, later.id, won.id]);

  await sql.query(
    `update payment_disputes set event_at = now() - interval '31 days' where provider_dispute_id = 'disp_won'`,
  );
  expect(await listed(won)).toBeUndefined();
});

test('only the codes and amounts of a dispute event are stored', async () => {
  const { payment, order, messages } = await aPaidOrder();
  await sandbox.openDispute(payment.id);
  await messages(1);

  const { rows } = await sql.query<{ fields: string[] }>(
    `select array(select jsonb_object_keys(payload #> '{payload,dispute,entity}') order by 1) as fields
       from webhook_inbox
      where type = 'payment.dispute.created' and payload #>> '{payload,payment,entity,order_id}' = $1`,
    [order.id],
  );
  expect(rows).toEqual([
    {
      fields: ['amount', 'created_at', 'currency', 'id', 'payment_id', 'phase', 'reason_code', 'respond_by', 'status'],
    },
  ]);
});

test('disputes are visible only with the permission to read payments', async () => {
  const status = async (role: string) =>
    (await (await anAdmin({ role })).get('/api/admin/payment-disputes')).statusCode;

  expect([await status('manager'), await status('read-only'), await status('support'), await status('packer')]).toEqual(
    [200, 200, 403, 403],
  );
  expect((await shop.guest.get('/api/admin/payment-disputes')).statusCode).toBe(401);
});
