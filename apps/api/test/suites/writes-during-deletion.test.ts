import { describe, expect, test, vi } from 'vitest';
import { eraseAccount } from '#identity/account/delete-account.ts';
import { sendResetLink } from '#identity/auth/own-password.ts';
import { lockUser } from '#identity/user-queries.ts';
import { notifyRoles } from '#notifications/service.ts';
import { inviteToReview } from '#reviews/invite.ts';
import { aVariant } from '#test/builders/cart.ts';
import { aMarkedCustomer, anOrderOf, type MarkedCustomer } from '#test/builders/marked-customer.ts';
import { dump, RETAINED_REFERENCES, references, rowsWith } from '#test/builders/personal-data.ts';
import { createStoreWithPayments } from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { isPermission } from '#test/requests/calls.ts';
import { NOT_ABOUT_CUSTOMERS } from '#test/requests/not-about-customers.ts';
import { STAFF_WRITES } from '#test/requests/staff-write-examples.ts';
import { GUEST_WRITES, WRITES } from '#test/requests/write-examples.ts';
import { notifyBackInStock } from '#waitlist/service.ts';

const shop = await createStoreWithPayments({
  INBOUND_MAIL_ADDRESS: 'support@in.example.com',
  INBOUND_MAIL_SECRET: 'a secret of the relay, and of nothing else',
});
checkInvariantsAfterAll(shop);
const { app, db, sql } = shop;

/** Whether a connection to this database waits for a lock. */
async function hasBlockedConnection() {
  const { rowCount } = await sql.query(
    `select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
  );
  return Boolean(rowCount);
}

async function erase(person: MarkedCustomer, beforeCommit: () => Promise<unknown> = async () => {}) {
  await db.transaction(async (tx) => {
    const owner = await tx.run(lockUser(person.id));
    if (!owner) throw new Error('The account is already deleted.');
    await eraseAccount(tx, owner);
    await beforeCommit();
  });
}

/** Starts the call between erasing the account and the commit; commits when the call has ended or waits for a lock. */
async function callWhileErasing<T>(person: MarkedCustomer, call: () => Promise<T>): Promise<T> {
  const calls: Promise<T>[] = [];
  await erase(person, async () => {
    let isFinished = false;
    calls.push(
      call().finally(() => {
        isFinished = true;
      }),
    );
    await vi.waitUntil(async () => isFinished || (await hasBlockedConnection()), { timeout: 30_000, interval: 5 });
  });
  const [result] = await Promise.all(calls);
  if (result === undefined) throw new Error('The call was not made.');
  return result;
}

async function remainingDataOf({ id, mark, phone }: MarkedCustomer) {
  const found = await references(sql, id);
  return {
    rows: rowsWith([mark, phone], await dump(sql)),
    references: Object.keys(found).filter((column) => found[column] && !RETAINED_REFERENCES.includes(column)),
  };
}
const NOTHING = { rows: [], references: [] };

/** Writes without an account: registration, guests at checkout, provider webhooks and anonymous counts. */
const NOT_OF_AN_ACCOUNT = [
  'POST /api/auth/register',
  'POST /api/auth/staff-invitation',
  'POST /api/auth/guest',
  'POST /api/auth/guest/account',
  'POST /api/auth/guest/confirmation',
  'POST /api/payment/webhook',
  'POST /api/counts',
];

describe('a request in flight while its account is deleted leaves no personal data', () => {
  test.each(Object.entries(WRITES))('%s', async (_route, example) => {
    const person = await aMarkedCustomer(shop);
    const call = await example(person, shop);

    const { statusCode, body } = await callWhileErasing(person, call);
    await shop.work();

    expect(statusCode, body).toBeLessThan(500);
    expect(await remainingDataOf(person)).toEqual(NOTHING);
  });

  test.each(Object.entries(GUEST_WRITES))('%s, sent by a guest', async (_route, example) => {
    const person = await aMarkedCustomer(shop);
    const call = await example(person, shop);

    const { statusCode } = await callWhileErasing(person, call);
    await shop.work();

    expect(statusCode).toBe(409);
    expect(await remainingDataOf(person)).toEqual(NOTHING);
  });

  test.each(Object.entries(STAFF_WRITES))('%s, sent by staff', async (_route, example) => {
    const person = await aMarkedCustomer(shop);
    const call = await example(person, shop);

    const { statusCode, body } = await callWhileErasing(person, call);
    await shop.work();

    expect(statusCode, body).toBeLessThan(500);
    expect(await remainingDataOf(person)).toEqual(NOTHING);
  });

  test('no write route is missing', () => {
    const writes = app.routes.flatMap(({ method, url }) => [method].flat().map((verb) => `${verb} ${url}`));
    const listed = [WRITES, STAFF_WRITES].flatMap((examples) => Object.keys(examples));

    expect([...listed, ...NOT_ABOUT_CUSTOMERS, ...NOT_OF_AN_ACCOUNT].toSorted()).toEqual(
      writes.filter((call) => !/^(GET|HEAD|OPTIONS) |\/dry-run$/.test(call)).toSorted(),
    );
    expect(app.routes.some(({ config }) => isPermission(config?.access))).toBe(true);
  });
});

describe('a request concurrent with the deletion of its account gets a response without a deadlock', () => {
  test.each(Object.entries({ ...WRITES, ...STAFF_WRITES }))('%s', async (_route, example) => {
    const person = await aMarkedCustomer(shop);
    const call = await example(person, shop);

    const [{ statusCode, body }] = await Promise.all([call(), erase(person).catch(() => {})]);

    expect(statusCode, body).toBeLessThan(500);
  });
});

describe('a background job that runs while the account is deleted', () => {
  test('stores no review invitation', async () => {
    const person = await aMarkedCustomer(shop);
    const { id } = await anOrderOf(shop, person, 'delivered');
    await sql.query(`update order_status_history set created_at = now() - interval '8 days' where order_id = $1`, [id]);

    await callWhileErasing(person, async () => (await inviteToReview(db)) ?? true);

    expect(await remainingDataOf(person)).toEqual(NOTHING);
  });

  test('stores no back-in-stock email', async () => {
    const person = await aMarkedCustomer(shop);
    const { variantId } = await aVariant(shop, { quantities: [3] });
    await sql.query('insert into waitlist (variant_id, email, user_id) values ($1, $2, $3)', [
      variantId,
      person.email,
      person.id,
    ]);

    await callWhileErasing(person, async () => (await notifyBackInStock(db)) ?? true);

    expect(await remainingDataOf(person)).toEqual(NOTHING);
  });

  test('stores no reset link', async () => {
    const person = await aMarkedCustomer(shop);

    await callWhileErasing(person, async () => (await sendResetLink(db, shop.config, person.email)) ?? true);

    expect(await remainingDataOf(person)).toEqual(NOTHING);
    const { rowCount } = await sql.query('select from verifications where value = $1', [person.id]);
    expect(rowCount).toBe(0);
  });

  test('stores no alert for a deleted staff member', async () => {
    const person = await aMarkedCustomer(shop);
    await sql.query(`update users set role = 'packer' where id = $1`, [person.id]);

    const notified = await callWhileErasing(person, () =>
      db.transaction((tx) => notifyRoles(tx, ['packer'], { title: 'Alert', message: 'Look here.', link: '/admin' })),
    );

    expect(notified).toEqual([]);
    expect(await remainingDataOf(person)).toEqual(NOTHING);
  });
});
