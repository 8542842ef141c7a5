import { MenuCounts } from '@shop/contracts/admin/menu-schema';
import { expect, test } from 'vitest';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
const { anAdmin, aShopper, db, sql } = shop;
const grace = await anAdmin();
const countsOf = async (user: { get: typeof grace.get }) =>
  MenuCounts.parse((await user.get('/api/admin/menu-counts')).json());

test('the counts of the menu grow with the work that waits', async () => {
  const before = await countsOf(grace);
  const { variantId, productId } = await aVariant(shop);
  const items = [{ variantId, quantity: 1 }];
  await anOrder(db, { of: await aShopper(), items });
  await anOrder(db, { of: await aShopper(), items, status: 'shipped' });
  await sql.query(
    `insert into support_tickets (name, email, subject) values ('Ada', 'ada@example.com', 'Where is it?');
     insert into reviews (product_id, user_name, rating_halves, comment) values ('${productId}', 'Ada', 9, 'Fine.');
     insert into reconciliation_differences (kind, reference, resolved_at)
     values ('missed', 'pay_open', null), ('missed', 'pay_resolved', now());
     select graphile_worker.add_job('no_such_task', max_attempts => 1);
     update graphile_worker._private_jobs set attempts = max_attempts
      where task_id = (select id from graphile_worker._private_tasks where identifier = 'no_such_task')`,
  );

  const after = await countsOf(grace);

  const grown = Object.entries(after).map(([name, count]) => [
    name,
    Number(count) - Number(before[name as keyof MenuCounts]),
  ]);
  expect(Object.fromEntries(grown)).toEqual({
    ordersToShip: 1,
    openTickets: 1,
    pendingReviews: 1,
    paymentProblems: 1,
    failedJobs: 1,
  });
});

test('the counts of the menu have only what the role can see', async () => {
  const visible = async (role: string) =>
    Object.entries(await countsOf(await anAdmin({ role }))).flatMap(([name, count]) => (count === null ? [] : [name]));

  expect(await visible('packer')).toEqual(['ordersToShip']);
  expect(await visible('content')).toEqual(['pendingReviews']);
  expect(await visible('read-only')).toEqual(Object.keys(MenuCounts.shape));
});

test('the counts of the menu stop one above the figure that is shown', async () => {
  await sql.query(
    `insert into support_tickets (name, email, subject)
     select 'Ada', 'ada@example.com', 'Where is it?' from generate_series(1, 150)`,
  );

  expect((await countsOf(grace)).openTickets).toBe(100);
});
