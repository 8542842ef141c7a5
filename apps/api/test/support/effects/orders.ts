import type { Minor } from '@shop/contracts/common/money';
/** What an act on orders did, read from the tables and not from the effects that the code records. */
import type { Effect } from '@shop/contracts/effects/schema';
import type { OrderStatus } from '@shop/contracts/orders/schema';
import type { QueryResultRow } from 'pg';
import { carryOutRefund } from '#checkout/refunds.ts';
import { mergeEffects } from '#platform/dry-run.ts';
import type { TestStore } from '#test/harness.ts';

type Shop = Pick<TestStore, 'db' | 'sql' | 'provider' | 'work'>;

/** Runs all jobs; the provider processes every refund. Emails stay queued, or are skipped if the customer wants none. */
export async function runJobs({ db, sql, provider, work }: Shop) {
  const processing: typeof provider = {
    ...provider,
    refundsOf: async () => [],
    createRefund: async ({ paymentId, refundId, amountMinor }) => ({
      id: `rfnd_${refundId}`,
      status: 'processed',
      paymentId,
      amountMinor,
      receipt: refundId,
    }),
  };
  // Bulk updates request their refunds in a job.
  await work();
  const { rows } = await sql.query<{ id: string }>(`select id from refunds where status = 'pending' order by id`);
  for (const { id } of rows) await carryOutRefund({ db, provider: processing }, id);
  await work();
}

type State = Awaited<ReturnType<typeof readState>>;

/** Call it before and after the act and its jobs. */
export async function readState({ sql }: Shop) {
  const read = async <Row extends QueryResultRow>(text: string) => (await sql.query<Row>(text)).rows;
  return {
    orders: await read<{ id: string; status: OrderStatus; payment: string }>(
      'select id, status, payment_status as payment from orders',
    ),
    reservations: await read<{ key: string; status: string; quantity: number }>(
      `select checkout_id || ':' || variant_id as key, status, quantity from reservations`,
    ),
    stock: await read<{ available: number; sold: number; received: number }>(
      `select sum(available)::int as available, sum(sold)::int as sold, sum(received)::int as received from stock`,
    ),
    movements: await read<{ id: string; delta: number }>('select id, delta::int from stock_movements'),
    shipments: await read<{ id: string; units: number }>(
      `select s.id, coalesce(sum(i.quantity), 0)::int as units
         from shipments s left join shipment_items i on i.shipment_id = s.id group by s.id`,
    ),
    refunds: await read<{ id: string; amountMinor: Minor; currency: string; customer: string | null }>(
      `select r.id, r.amount_minor::float8 as "amountMinor", p.currency,
              case when u.deleted_at is null then u.name end as customer
         from refunds r join payments p on p.id = r.payment_id join checkouts c on c.id = p.checkout_id
         join users u on u.id = c.user_id`,
    ),
    emails: await read<{ id: string }>(`select id from email_messages where status in ('queued', 'sent')`),
    notifications: await read<{ id: string }>('select id from notifications'),
    failures: await read<{ id: string }>(
      `select batch_id || ':' || order_id as id from order_batch_items where status = 'failed'`,
    ),
  };
}

/** The differences of two states. Throws if the sums of the stock differ from what its rows say. */
export function measuredEffects(before: State, after: State): Effect[] {
  const orderBefore = new Map(before.orders.map((order) => [order.id, order]));
  const orders = after.orders.filter(({ id, status }) => orderBefore.get(id)?.status !== status);
  const wasRefunded = ({ id }: { id: string }) => {
    const was = orderBefore.get(id);
    return was?.status === 'cancelled' && was.payment === 'refunded';
  };
  return mergeEffects([
    ...added(before.refunds, after.refunds).map(({ id: _id, ...refund }): Effect => ({ kind: 'refund', ...refund })),
    ...stockEffects(before, after),
    { kind: 'unpaid', count: orders.filter(wasRefunded).length },
    ...added(before.shipments, after.shipments).map(({ units }): Effect => ({ kind: 'shipment', units })),
    ...orders.map(({ status }): Effect => ({ kind: 'order', status, count: 1 })),
    { kind: 'skipped', what: 'order', count: added(before.failures, after.failures).length },
    { kind: 'deleted', what: 'shipment', count: added(after.shipments, before.shipments).length },
    { kind: 'email', count: added(before.emails, after.emails).length },
    { kind: 'notification', count: added(before.notifications, after.notifications).length },
  ]);
}

function added<Row extends { id: string }>(before: Row[], after: Row[]) {
  const known = new Set(before.map(({ id }) => id));
  return after.filter(({ id }) => !known.has(id));
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** Units of a sale that were released are returned or, with a movement, written off; and the reverse. */
function stockEffects(before: State, after: State): Effect[] {
  const statusBefore = new Map(before.reservations.map(({ key, status }) => [key, status]));
  const unitsThatBecame = (to: string, from: string) =>
    sum(
      after.reservations
        .filter(({ key, status }) => status === to && statusBefore.get(key) === from)
        .map(({ quantity }) => quantity),
    );
  const deltas = added(before.movements, after.movements).map(({ delta }) => delta);
  const writtenOff = -sum(deltas.filter((delta) => delta < 0));
  const restored = sum(deltas.filter((delta) => delta > 0));
  const returned = unitsThatBecame('released', 'sold') - writtenOff;
  const taken = unitsThatBecame('sold', 'released') - restored;

  const change = (column: 'available' | 'sold' | 'received') =>
    (after.stock[0]?.[column] ?? 0) - (before.stock[0]?.[column] ?? 0);
  const changes = [change('available'), change('sold'), change('received')];
  const expected = [returned - taken, taken + restored - returned - writtenOff, restored - writtenOff];
  if (changes.join() !== expected.join()) throw new Error(`The stock changed by ${changes} instead of ${expected}.`);
  return [
    { kind: 'stock', change: 'returned', units: returned },
    { kind: 'stock', change: 'written_off', units: writtenOff },
    { kind: 'stock', change: 'taken', units: taken },
    { kind: 'stock', change: 'restored', units: restored },
  ];
}
