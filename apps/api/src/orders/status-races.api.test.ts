import { HOUR_MS } from '@shop/contracts/common/time';
import { describe, expect, test, vi } from 'vitest';
import { count } from '#platform/database/sql.ts';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { applyCommand, type Command, initialModel } from '#test/builders/order-model.ts';
import { ordersUnderTest } from '#test/builders/order-under-test.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { rounds } from '#test/property-runs.ts';
import { createTestStore } from '#test/test-store.ts';
import { getLockedOrder } from './change-status.ts';
import { transition } from './transition.ts';

const shop = await createTestStore();
checkInvariantsAfterAll(shop);
const place = await ordersUnderTest(shop);
const ROUNDS = rounds(15, 1_000);
const agreed = { method: 'card', quantity: 1, spare: 1, withCode: true } as const;

const cancel: Command = { what: 'cancel', by: 'owner' };
const ship: Command = { what: 'ship', units: 1 };
const set = (to: 'shipped' | 'processing' | 'cancelled' | 'delivered'): Command => ({
  what: 'set',
  to,
  by: 'admin',
  returnToStock: true,
});

/** The expected results and state when the commands run one after the other. */
function oneByOne(...commands: Command[]) {
  const results: string[] = [];
  let model = initialModel(agreed);
  for (const command of commands) {
    const [result, next] = applyCommand(agreed, model, null, command);
    results.push(result);
    model = next;
  }
  return { results, model };
}

describe(`${ROUNDS} times concurrently`, () => {
  test.each<{ name: string; first: Command; second: Command }>([
    { name: 'the customer cancels while the order is shipped', first: cancel, second: set('shipped') },
    { name: 'the customer cancels while a second payment arrives', first: cancel, second: { what: 'pay_again' } },
    {
      name: 'the customer cancels while the payment is reported again',
      first: cancel,
      second: { what: 'repeat_payment' },
    },
    { name: 'two admins set two statuses', first: set('processing'), second: set('delivered') },
    { name: 'two packers ship the same unit', first: ship, second: ship },
    { name: 'the customer cancels while a packer ships the order', first: cancel, second: ship },
    { name: 'two admins cancel', first: set('cancelled'), second: set('cancelled') },
    { name: 'customer and admin cancel', first: cancel, second: { what: 'cancel', by: 'admin' } },
  ])('$name: the changes are serialized', { timeout: HOUR_MS }, async ({ first, second }) => {
    const forwards = oneByOne(first, second);
    const backwards = oneByOne(second, first);
    const legal = [forwards, { results: backwards.results.toReversed(), model: backwards.model }];

    for (let round = 0; round < ROUNDS; round++) {
      const order = await place(agreed);
      const results = await Promise.all([order.perform(first), order.perform(second)]);
      expect(legal).toContainEqual({ results, model: await order.readModel() });
    }
  });
});

test('an account deletion while the order is shipped does not deadlock', async () => {
  const { db, sql } = shop;
  const ada = await shop.aShopper();
  const { variantId } = await aVariant(shop);
  const { id } = await anOrder(db, { of: ada, items: [{ variantId, quantity: 1 }] });
  const isLockAwaited = async () =>
    (await sql.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"))
      .rowCount === 1;

  const shipping = await db.transaction(async (deletionTx) => {
    await deletionTx.run(count('test.lockUser')`select from users where id = ${ada.id} for update`);
    const shipped = db.transaction(async (tx) =>
      transition(tx, await getLockedOrder(tx, id), 'shipped', { actor: 'admin', userId: null }),
    );
    await vi.waitUntil(isLockAwaited, { timeout: 30_000 });
    await deletionTx.run(
      count('test.anonymize')`update orders set email = 'deleted@deleted.invalid' where user_id = ${ada.id}`,
    );
    await deletionTx.run(count('test.endSessions')`delete from sessions where user_id = ${ada.id}`);
    await deletionTx.run(count('test.deleteUser')`update users set deleted_at = now() where id = ${ada.id}`);
    return { shipped };
  });
  await shipping.shipped;

  const { rows } = await sql.query(
    `select status, (select count(*)::int from notifications where user_id = $1) as notifications
       from orders where id = $2`,
    [ada.id, id],
  );
  expect(rows).toEqual([{ status: 'shipped', notifications: 1 }]);
});
