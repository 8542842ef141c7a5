import { CheckoutStarted } from '@shop/contracts/checkout/schema';
import { afterAll, expect, test } from 'vitest';
import { aVariant } from '#test/builders/cart.ts';
import { aCustomerWithCart } from '#test/builders/store-with-payments.ts';
import { aFlakyConnection } from '#test/flaky-connection.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { aMailServer } from '#test/mail-server.ts';
import { createTestStore } from '#test/test-store.ts';

const server = await aMailServer();
const connection = await aFlakyConnection('127.0.0.1', Number(new URL(server.url).port));
afterAll(async () => {
  await connection.close();
  await server.close();
});
const shop = await createTestStore({ env: { SMTP_URL: `smtp://127.0.0.1:${connection.port}` } });
checkInvariantsAfterAll(shop);
const { sql, work } = shop;
const { variantId } = await aVariant(shop, { quantities: [100] });

/** Cash-on-delivery orders over the API: each is placed immediately and queues its email. */
async function orders(count: number) {
  for (let placed = 0; placed < count; placed += 1) {
    const customer = await aCustomerWithCart(shop, [{ variantId }]);
    const response = await customer.start({ paymentMethod: 'cod' });
    expect(response.statusCode, response.body).toBe(200);
    expect(CheckoutStarted.parse(response.json())).toHaveProperty('placed');
  }
}

/** Skips the delay until the next attempt of all jobs: at most four minutes, due to `cap_email_retry_delay`. */
async function minutesPass() {
  await sql.query("select graphile_worker.add_job('cap_email_retry_delay')");
  await work();
  await sql.query(
    `select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where run_at < now() + interval '4 minutes'),
                                            run_at => now())`,
  );
  await work();
}
const statuses = async () =>
  (
    await sql.query(
      `select status, count(*)::int, min(attempts) as "fewestAttempts" from email_messages group by status`,
    )
  ).rows;

test('during a mail server outage orders are placed, and every email is delivered once afterwards', async () => {
  // Connections are dropped.
  connection.cut();
  await orders(3);
  for (let turn = 0; turn < 3; turn += 1) await minutesPass();

  // Connections are accepted without a response. Each attempt waits for five seconds, hence one email only.
  connection.freeze();
  await orders(1);
  await sql.query(
    `update graphile_worker._private_jobs set run_at = now() + interval '3 minutes' where payload ->> 'emailId' <>
       (select id::text from email_messages order by id desc limit 1)`,
  );
  await work();

  // Everything is rejected, first temporarily (451), then permanently (554).
  connection.restore();
  for (const code of [451, 554]) {
    server.rejectAll(code);
    await orders(3);
    for (let turn = 0; turn < 3; turn += 1) await minutesPass();
  }
  expect(await statuses()).toEqual([
    { status: 'queued', count: 10, fewestAttempts: expect.toSatisfy((attempts) => attempts >= 3) },
  ]);
  expect(server.messages).toEqual([]);

  server.recover();
  await minutesPass();

  expect(await statuses()).toMatchObject([{ status: 'sent', count: 10 }]);
  expect(server.messages).toHaveLength(10);
  expect(new Set(server.messages.map(({ messageId }) => messageId)).size).toBe(10);
});
