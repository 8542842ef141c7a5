import { alertMessages } from '@shop/contracts/alerts/messages';
import { differenceLabels } from '@shop/contracts/payments/admin-messages';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { aVariant } from '#test/builders/cart.ts';
import { aMailServer } from '#test/mail-server.ts';
import { createTestStore } from '#test/test-store.ts';
import { notifyOwners } from './service.ts';

const server = await aMailServer();
afterAll(server.close);
const shop = await createTestStore({ env: { SMTP_URL: server.url, PUBLIC_URL: 'https://shop.example.com' } });
const { aShopper, anAdmin, db, sql, work } = shop;
await sql.query("update products set status = 'archived'");
const variant = await aVariant(shop, { quantities: [100], name: 'Bud Vase' });

const setAvailable = (units: number) =>
  sql.query('update stock set available = $2, received = $2 + reserved + sold where variant_id = $1', [
    variant.variantId,
    units,
  ]);
const received = (email: string) => server.messages.filter((message) => message.to?.[0]?.address === email);
const notified = async (userId: string) =>
  (await sql.query('select type, title, message, link from notifications where user_id = $1 order by id', [userId]))
    .rows;

/** As the scheduler does every ten minutes. */
async function runNotifyOwners() {
  await sql.query("select graphile_worker.add_job('notify_owners')");
  await work();
}
/** Ages the last digest, so that the next one is due. Replaces the emails' idempotency keys, which include the hour. */
async function anHourPasses() {
  await sql.query("update alerts set notified_at = notified_at - interval '61 minutes'");
  await sql.query("update email_messages set message_id = gen_random_uuid()::text where kind = 'store_alert'");
}

/** All current alerts have been reported more than an hour ago. */
beforeEach(async () => {
  await setAvailable(100);
  await anHourPasses();
  await runNotifyOwners();
  await anHourPasses();
});

test('AOTH-006 low stock is reported to owners once, by notification and email, and not to customers', async () => {
  const [grace, alan, ada] = [await anAdmin(), await anAdmin(), await aShopper()];
  await setAvailable(5);

  await runNotifyOwners();
  await anHourPasses();
  await runNotifyOwners();

  for (const admin of [grace, alan]) {
    expect(await notified(admin.id)).toEqual([
      { type: 'other', title: alertMessages.title, message: '1 variant is low in stock.', link: '/admin' },
    ]);
    expect(received(admin.email)).toMatchObject([{ subject: alertMessages.title }]);
    expect(received(admin.email)[0]?.text).toContain('Bud Vase, 0: 5 left');
    expect(received(admin.email)[0]?.text).toContain('https://shop.example.com/admin\n');
  }
  expect([await notified(ada.id), received(ada.email)]).toEqual([[], []]);
});

test('an alert that is resolved and recurs is reported again', async () => {
  const grace = await anAdmin();
  await setAvailable(2);
  await runNotifyOwners();
  await setAvailable(80);
  await anHourPasses();
  await runNotifyOwners();
  await setAvailable(0);

  await runNotifyOwners();

  expect(received(grace.email).map(({ text }) => /Bud Vase.*/.exec(text ?? '')?.[0])).toEqual([
    'Bud Vase, 0: 2 left',
    'Bud Vase, 0: out of stock',
  ]);
});

test('the low-stock threshold comes from the store settings', async () => {
  const grace = await anAdmin();
  await setAvailable(20);
  await runNotifyOwners();
  expect(received(grace.email)).toEqual([]);

  await sql.query('update store_settings set low_stock_threshold = 20');
  await runNotifyOwners();

  await sql.query('update store_settings set low_stock_threshold = 5');
  expect(received(grace.email)[0]?.text).toContain('Bud Vase, 0: 20 left');
});

test('failed payments, jobs, checks and reconciliation differences come in one digest, most urgent first', async () => {
  const grace = await anAdmin();
  await sql.query(
    `insert into payments (checkout_id, provider, provider_order_id, provider_payment_id, amount_minor, currency, rate, status)
     select id, 'razorpay', 'order_' || n, 'pay_' || n, 159099, 'INR', 1, 'failed'
       from (select id from checkouts limit 1) c, generate_series(1, 7) n`,
  );
  const { rows: jobs } = await sql.query(
    "select id from graphile_worker.add_job('refund_payment', max_attempts => 1::smallint)",
  );
  await sql.query('update graphile_worker._private_jobs set attempts = 1 where id = $1', [jobs[0].id]);
  await sql.query("insert into invariant_checks (invariant, violations) values ('I99', 3)");
  await sql.query("insert into reconciliation_differences (kind, reference) values ('amount_differs', 'pay_9')");

  await runNotifyOwners();

  const [digest, ...more] = received(grace.email);
  expect(more).toEqual([]);
  expect(await notified(grace.id)).toMatchObject([
    {
      message:
        '1 data integrity check failed. 1 payment doesn’t match the payment provider’s records. ' +
        '1 background job failed. 7 payments failed.',
    },
  ]);
  for (const text of [
    'Check I99: 3 records affected',
    `pay_9: ${differenceLabels.amount_differs}`,
    'refund_payment',
    '₹1,590.99',
    'And 2 more.',
  ])
    expect(digest?.text).toContain(text);
});

test('an open dispute is reported to owners in the digest and to roles with access to payments', async () => {
  const [grace, manager, auditor, packer] = [
    await anAdmin(),
    await anAdmin({ role: 'manager' }),
    await anAdmin({ role: 'read-only' }),
    await anAdmin({ role: 'packer' }),
  ];
  await sql.query(
    `insert into payment_disputes (provider, provider_dispute_id, provider_payment_id, amount_minor, currency, status,
                                   respond_by, disputed_at, event_at)
     values ('razorpay', 'disp_1', 'pay_1', 159099, 'INR', 'open', '2030-03-17', now(), now()),
            ('razorpay', 'disp_2', 'pay_2', 100, 'INR', 'under_review', null, now(), now())`,
  );

  await runNotifyOwners();
  await anHourPasses();
  await runNotifyOwners();

  const message = '1 payment is disputed and needs a response.';
  expect(await notified(grace.id)).toMatchObject([{ message, link: '/admin' }]);
  for (const { id } of [manager, auditor])
    expect(await notified(id)).toMatchObject([{ title: alertMessages.title, message, link: '/admin/payments' }]);
  expect(await notified(packer.id)).toEqual([]);
  expect(received(grace.email)[0]?.text).toContain('₹1,590.99, respond by 2030-03-17');

  await sql.query(`update payment_disputes set status = 'under_review'`);
  await anHourPasses();
  await runNotifyOwners();
  await sql.query(`update payment_disputes set status = 'open' where provider_dispute_id = 'disp_1'`);
  await runNotifyOwners();
  expect(await notified(manager.id)).toHaveLength(2);
  await sql.query('delete from payment_disputes');
});

test('alerts within an hour after a digest wait for the next one', async () => {
  const grace = await anAdmin();
  await setAvailable(4);
  await runNotifyOwners();
  const other = await aVariant(shop, { quantities: [1], name: 'Coupe' });
  await runNotifyOwners();
  expect(received(grace.email)).toHaveLength(1);

  await anHourPasses();
  await runNotifyOwners();

  expect(received(grace.email)).toHaveLength(2);
  expect(received(grace.email)[1]?.text).toContain('Coupe, 0: 1 left');
  await sql.query("update products set status = 'archived' where id = $1", [other.productId]);
});

test('two concurrent workers send one digest', async () => {
  const grace = await anAdmin();
  await setAvailable(3);

  await Promise.all([notifyOwners(db, new Date()), notifyOwners(db, new Date())]);
  await work();

  expect(received(grace.email)).toHaveLength(1);
  expect(await notified(grace.id)).toHaveLength(1);
});
