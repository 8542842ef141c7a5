import { waitlistMessages } from '@shop/contracts/waitlist/messages';
import { afterAll, describe, expect, test } from 'vitest';
import { expireCheckouts } from '#checkout/expire.ts';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { aCustomerWithCart } from '#test/builders/store-with-payments.ts';
import { aMailServer } from '#test/mail-server.ts';
import { createTestStore } from '#test/test-store.ts';
import { batchSize } from './rules.ts';
import { notifyBackInStock } from './service.ts';

const server = await aMailServer();
afterAll(server.close);
const shop = await createTestStore({ env: { SMTP_URL: server.url, PUBLIC_URL: 'https://shop.example.com' } });
const { aShopper, db, guest, sql, work } = shop;

let emailCount = 0;
const newEmail = () => `waiting-${++emailCount}@example.com`;
const anOutOfStockVariant = (name = 'Bud Vase') => aVariant(shop, { quantities: [0], name });
const received = (email: string) => server.messages.filter((message) => message.to?.[0]?.address === email);
const waitlistOf = async (variantId: string) =>
  (await sql.query('select email, user_id from waitlist where variant_id = $1 order by id', [variantId])).rows;
const restock = (variantId: string, units: number) =>
  sql.query('update stock set received = received + $2, available = available + $2 where variant_id = $1', [
    variantId,
    units,
  ]);

/** Runs the job that cron runs every minute. */
async function runAlertJob() {
  await sql.query("select graphile_worker.add_job('notify_back_in_stock')");
  await work();
}

describe('a request for a back-in-stock alert', () => {
  test('of a guest stores the email once, and gets the same response when repeated', async () => {
    const { variantId } = await anOutOfStockVariant();
    const email = newEmail();

    const responses = [
      await guest.post('/api/waitlist', { variantId, email: ` ${email.toUpperCase()} ` }),
      await guest.post('/api/waitlist', { variantId, email }),
    ];

    for (const response of responses) {
      expect(response.statusCode).toBe(201);
      expect(response.json()).toEqual({ message: waitlistMessages.done });
    }
    expect(await waitlistOf(variantId)).toEqual([{ email, user_id: null }]);
  });

  test('of a customer stores the email of the account and ignores any other', async () => {
    const { variantId } = await anOutOfStockVariant();
    const ada = await aShopper();

    const response = await ada.post('/api/waitlist', { variantId, email: 'another@example.com' });

    expect(response.statusCode).toBe(201);
    expect(await waitlistOf(variantId)).toEqual([{ email: ada.email, user_id: ada.id }]);
  });

  test('needs a published variant, and from a guest an email', async () => {
    const { variantId } = await anOutOfStockVariant();
    const { variantId: hidden } = await aVariant(shop, { status: 'draft' });

    const withoutEmail = await guest.post('/api/waitlist', { variantId });
    const unknown = await guest.post('/api/waitlist', { variantId: hidden, email: newEmail() });

    expect(withoutEmail.statusCode).toBe(422);
    expect(withoutEmail.json().errors).toEqual([{ field: 'email', message: waitlistMessages.invalidEmail }]);
    expect([unknown.statusCode, unknown.json().message]).toEqual([404, waitlistMessages.notFound]);
  });

  test('is silently ignored beyond 50 variants per email', async () => {
    const { productId, variantId } = await anOutOfStockVariant();
    const email = newEmail();
    await sql.query(
      `with more as (insert into variants (product_id, sku, option_values)
                     select $1, 'many-' || n, jsonb_build_object('Size', 'more ' || n) from generate_series(1, 50) n
                     returning id)
       insert into waitlist (variant_id, email) select id, $2 from more`,
      [productId, email],
    );

    const response = await guest.post('/api/waitlist', { variantId, email });

    expect(response.statusCode).toBe(201);
    expect(await waitlistOf(variantId)).toEqual([]);
  });
});

describe('a variant that is back in stock', () => {
  test('is announced once per request, with a link to the variant, and the requests are deleted', async () => {
    const { variantId, slug } = await anOutOfStockVariant('Faceted Vase');
    const ada = await aShopper();
    const email = newEmail();
    await ada.post('/api/waitlist', { variantId });
    await guest.post('/api/waitlist', { variantId, email });
    await runAlertJob();
    expect(received(email)).toEqual([]);

    await restock(variantId, 5);
    await runAlertJob();
    await restock(variantId, 5);
    await runAlertJob();

    expect(received(email)).toMatchObject([{ subject: 'Faceted Vase is back in stock' }]);
    expect(received(ada.email)).toMatchObject([{ text: expect.stringContaining('Hello Ada Lovelace,') }]);
    expect(received(email)[0]?.text).toContain(`https://shop.example.com/product/${slug}?Size=0\n`);
    expect(await waitlistOf(variantId)).toEqual([]);
  });

  test.each<[string, (variantId: string) => Promise<() => Promise<unknown>>]>([
    [
      'an order is cancelled',
      async (variantId) => {
        const customer = await aShopper();
        const { id } = await anOrder(db, { of: customer, items: [{ variantId, quantity: 1 }] });
        return () => customer.post(`/api/orders/${id}/cancellation`, {}, { 'idempotency-key': 'back' });
      },
    ],
    [
      'a reservation expires',
      async (variantId) => {
        const customer = await aCustomerWithCart(shop, [{ variantId }]);
        await customer.start();
        return async () => {
          await sql.query(`update checkouts set expires_at = now() - interval '1 minute' where user_id = $1`, [
            customer.id,
          ]);
          await sql.query(
            `update reservations set expires_at = now() - interval '1 minute' where variant_id = $1 and status = 'reserved'`,
            [variantId],
          );
          await expireCheckouts(db);
        };
      },
    ],
    [
      'the product is switched on again',
      async (variantId) => {
        const flip = () =>
          sql.query(
            `update products set sellable = not sellable where id = (select product_id from variants where id = $1)`,
            [variantId],
          );
        await flip();
        return flip;
      },
    ],
  ])('is announced also because %s', async (_cause, prepare) => {
    const { variantId } = await aVariant(shop, { quantities: [1] });
    const restore = await prepare(variantId);
    const email = newEmail();
    await guest.post('/api/waitlist', { variantId, email });
    await runAlertJob();
    expect(received(email)).toEqual([]);

    await restore();
    await runAlertJob();

    expect(received(email)).toHaveLength(1);
  });

  test('is announced once per request by two concurrent workers', async () => {
    const { variantId } = await anOutOfStockVariant();
    const emails = Array.from({ length: 12 }, newEmail);
    for (const email of emails) await guest.post('/api/waitlist', { variantId, email });
    await restock(variantId, 2);

    await Promise.all([notifyBackInStock(db), notifyBackInStock(db)]);
    await work();

    expect(emails.map((email) => received(email).length)).toEqual(emails.map(() => 1));
  });

  test('is announced to the current email of a customer’s account', async () => {
    const { variantId } = await anOutOfStockVariant();
    const ada = await aShopper();
    await ada.post('/api/waitlist', { variantId });
    const email = newEmail();
    await sql.query('update users set email = $2 where id = $1', [ada.id, email]);

    await restock(variantId, 1);
    await runAlertJob();

    expect([received(ada.email), received(email)].map(({ length }) => length)).toEqual([0, 1]);
  });

  test('with five units and ten thousand requests is announced in batches, only while there is stock', async () => {
    const { variantId } = await anOutOfStockVariant('Rare Stone');
    await sql.query(
      `insert into waitlist (variant_id, email) select $1, 'crowd-' || n || '@example.com' from generate_series(1, 10000) n`,
      [variantId],
    );
    const notified = async () =>
      (await sql.query(`select to_email from email_messages where subject like 'Rare Stone is %' order by id`)).rows;
    const runJob = async () => {
      const { rows } = await sql.query("select id from graphile_worker.add_job('notify_back_in_stock')");
      await sql.query(`update graphile_worker._private_jobs set run_at = now() + interval '1 day' where id <> $1`, [
        rows[0].id,
      ]);
      await work();
    };

    await restock(variantId, 5);
    await runJob();
    const first = await notified();
    await sql.query('update stock set available = 0, sold = sold + 5 where variant_id = $1', [variantId]);
    await runJob();

    expect(first.length).toBe(batchSize(5));
    expect(new Set(first.map(({ to_email }) => to_email)).size).toBe(50);
    expect(await notified()).toHaveLength(50);
    expect(await waitlistOf(variantId)).toHaveLength(9_950);
    expect(batchSize(5_000)).toBe(500);
  });
});

test('a customer with a confirmed address comes before addresses that anyone can invent', async () => {
  const { variantId } = await aVariant(shop, { quantities: [0] });
  for (let i = 0; i < 60; i++) await guest.post('/api/waitlist', { variantId, email: `invented-${i}@example.com` });
  const ada = await aShopper();
  await ada.post('/api/waitlist', { variantId });
  await sql.query('update stock set available = 2, received = received + 2 where variant_id = $1', [variantId]);

  await notifyBackInStock(db);

  const { rowCount } = await sql.query(`select from email_messages where user_id = $1 and kind = 'back_in_stock'`, [
    ada.id,
  ]);
  expect(rowCount).toBe(1);
});
