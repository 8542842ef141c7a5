import { randomUUID } from 'node:crypto';
import { deletedAccountTexts } from '@shop/contracts/identity/account-messages';
import { describe, expect, test } from 'vitest';
import { eraseAccount } from '#identity/account/delete-account.ts';
import { lockUser } from '#identity/user-queries.ts';
import { aMarkedCustomer, anOrderOf } from '#test/builders/marked-customer.ts';
import { rowsWith } from '#test/builders/personal-data.ts';
import { createStoreWithPayments } from '#test/builders/store-with-payments.ts';
import { STAFF_WRITES } from '#test/requests/staff-write-examples.ts';

const shop = await createStoreWithPayments();
const { db, sql, anAdmin } = shop;

const storedResponses = async () =>
  (await sql.query<{ text: string }>('select k::text as text from idempotency_keys k')).rows.map(({ text }) => text);

describe('the stored response of a staff request contains no data of the customer', () => {
  test.each(Object.entries(STAFF_WRITES))('%s', async (_route, example) => {
    const person = await aMarkedCustomer(shop);

    const { statusCode, body } = await (await example(person, shop))();

    expect(statusCode, body).toBeLessThan(300);
    expect(rowsWith([person.mark, person.phone], await storedResponses())).toEqual([]);
  });

  test('POST /api/orders/:id/cancellation', async () => {
    const person = await aMarkedCustomer(shop);
    const [grace, { id }] = [await anAdmin(), await anOrderOf(shop, person)];

    const response = await grace.post(`/api/orders/${id}/cancellation`, undefined, { 'idempotency-key': randomUUID() });

    expect(response.json().shippingAddress.line1).toContain(person.mark);
    expect(rowsWith([person.mark], await storedResponses())).toEqual([]);
  });
});

test('a repeated status change returns the current order, without data of a customer deleted since', async () => {
  const person = await aMarkedCustomer(shop);
  const [grace, { id }] = [await anAdmin(), await anOrderOf(shop, person)];
  const key = { 'idempotency-key': randomUUID() };
  const change = () => grace.put(`/api/orders/${id}/status`, { status: 'processing' }, key);
  const first = await change();
  await db.transaction(async (tx) => {
    const owner = await tx.run(lockUser(person.id));
    if (owner) await eraseAccount(tx, owner);
  });

  const repeated = await change();

  expect(first.json().shippingAddress.line1).toContain(person.mark);
  expect(repeated.statusCode).toBe(200);
  expect(repeated.json()).toMatchObject({
    id,
    status: 'processing',
    shippingAddress: { name: deletedAccountTexts.name },
  });
  const { rows } = await sql.query('select to_status from order_status_history where order_id = $1 order by seq', [id]);
  expect(rows.map(({ to_status }) => to_status)).toEqual(['pending', 'processing']);
});
