import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { Connection } from '#platform/database/connection.ts';
import type { Db } from '#platform/database/db.ts';
import { count, raw } from '#platform/database/sql.ts';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { failedInvariants } from '#test/invariants-after-all.ts';
import { propertyOptions, rounds, seed } from '#test/property-runs.ts';
import { createTestDatabase, createTestStore } from '#test/test-store.ts';
import { checkAll, checkChanges } from './integrity-check.ts';
import { INVARIANTS } from './statement-queries.ts';

const lines: string[] = [];
const shop = await createTestStore({ log: (line) => lines.push(line) });
const { aShopper, db, sql, guest, work } = shop;

const SEVERAL_MINUTES = 600_000;
const STATUSES = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const;

beforeAll(async () => {
  const [ada, eve] = [await aShopper(), await aShopper()];
  const { variantId } = await aVariant(shop, { quantities: [500] });
  for (const status of STATUSES)
    await anOrder(db, { of: ada, items: [{ variantId, quantity: 2 }], discountCode: 'CRYSTAL10', status });
  await anOrder(db, { of: eve, items: [{ variantId, quantity: 1 }], method: 'cod' });
  // Guards that would reject most of the changes below.
  await sql.query(`
    alter table stock drop constraint stock_units_are_conserved, drop constraint stock_available_check;
    alter table orders drop constraint orders_total, drop constraint orders_discount_code,
                       disable trigger orders_status_follows_history;
    alter table payments drop constraint payments_provider_provider_payment_id_key;
    alter table refunds disable trigger refunds_within_payment;
    alter table discount_codes drop constraint discount_codes_within_limit;
    alter table notifications drop constraint notifications_history_id_key;
    drop index payments_one_capture_per_order;
    drop index reviews_one_per_customer`);
  await checkChanges(db);
});

const anyOf = (table: string, place: number, column = 'id') =>
  `(select ${column} from ${table} order by ${column} offset ${place} % (select greatest(count(*), 1) from ${table}) limit 1)`;
const oneOf = (values: readonly string[], place: number) => `'${values[place % values.length]}'`;

/** Changes of one row, by its place in the table; the second number varies the new value. */
const CHANGES: ((row: number, value: number) => string)[] = [
  (row, value) => `update stock set sold = sold + ${value - 2} where variant_id = ${anyOf('stock', row, 'variant_id')}`,
  (row, value) =>
    `update stock set available = ${value - 2}, received = ${value} where variant_id = ${anyOf('stock', row, 'variant_id')}`,
  (row) => `delete from stock where variant_id = ${anyOf('stock', row, 'variant_id')}`,
  (row, value) =>
    `update reservations set status = ${oneOf(['reserved', 'sold', 'released'], value)}
      where checkout_id = ${anyOf('reservations', row, 'checkout_id')}`,
  (row) => `delete from reservations where checkout_id = ${anyOf('reservations', row, 'checkout_id')}`,
  (row, value) => `update checkout_lines set quantity = ${value + 1} where id = ${anyOf('checkout_lines', row)}`,
  (row, value) =>
    `update checkouts set status = ${oneOf(['open', 'completed', 'expired'], value)} where id = ${anyOf('checkouts', row)}`,
  (row, value) => `update order_lines set quantity = ${value + 1} where id = ${anyOf('order_lines', row)}`,
  (row) => `delete from order_lines where order_id = ${anyOf('orders', row)}`,
  (row, value) => `update orders set status = ${oneOf(STATUSES, value)}, tracking_number = 'TRK00000001'
                    where id = ${anyOf('orders', row)}`,
  (row, value) => `update orders set total_cents = total_cents + ${value} where id = ${anyOf('orders', row)}`,
  (row, value) => `update orders set payment_status = ${oneOf(['pending', 'paid', 'refunded'], value)}
                    where id = ${anyOf('orders', row)}`,
  (row, value) => `update order_status_history set seq = ${value + 2} where id = ${anyOf('order_status_history', row)}`,
  (row) => `delete from order_status_history where id = ${anyOf('order_status_history', row)}`,
  (row, value) => `update payments set status = ${oneOf(['captured', 'failed', 'refunded'], value)}
                    where id = ${anyOf('payments', row)}`,
  (row) => `update payments set order_id = null where id = ${anyOf('payments', row)}`,
  (row, value) => `update payments set provider_payment_id = (select provider_payment_id from payments
                     where id = ${anyOf('payments', value)}) where id = ${anyOf('payments', row)}`,
  (row, value) => `insert into refunds (payment_id, amount_minor, reason, status)
                   select id, amount_minor + ${value} - 1, 'Changed', ${oneOf(['processed', 'pending', 'failed'], value)}
                     from payments where id = ${anyOf('payments', row)}`,
  (row) => `delete from refunds where id = ${anyOf('refunds', row)}`,
  (row, value) => `update discount_codes set used = ${value} where id = ${anyOf('discount_codes', row)}`,
  (row, value) => `update discount_codes set per_user_limit = ${value} where id = ${anyOf('discount_codes', row)}`,
  (row) => `update discount_redemptions set released_at = case when released_at is null then now() end
             where id = ${anyOf('discount_redemptions', row)}`,
  (row) => `delete from notifications where id = ${anyOf('notifications', row)}`,
  (row) => `insert into notifications (user_id, type, title, message, history_id)
            select user_id, type, title, message, history_id from notifications where id = ${anyOf('notifications', row)}`,
  (row, value) => `update products set rating_count = rating_count + ${value - 1} where id = ${anyOf('products', row)}`,
  (row, value) =>
    `update products set status = ${oneOf(['draft', 'published'], value)} where id = ${anyOf('products', row)}`,
  (row) => `delete from product_search where product_id = ${anyOf('product_search', row, 'product_id')}`,
  (row) => `delete from product_cards where product_id = ${anyOf('product_cards', row, 'product_id')}`,
  (row) => `delete from sizes_in_stock where product_id = ${anyOf('sizes_in_stock', row, 'product_id')}`,
  (row) => `delete from product_slugs where product_id = ${anyOf('product_slugs', row, 'product_id')}`,
  (row) => `insert into reviews (product_id, user_id, user_name, rating_halves, comment)
            select product_id, user_id, user_name, 9, comment from reviews where id = ${anyOf('reviews', row)}`,
  (row) =>
    `update reviews set fit = 'small', size_bought = 'M', status = 'approved' where id = ${anyOf('reviews', row)}`,
  (row, value) => `update reviews set helpful_count = ${value} where id = ${anyOf('reviews', row)}`,
  (row) => `update review_photos set removed_at = now() where id = ${anyOf('review_photos', row)}`,
  (row) => `insert into review_votes (review_id, user_id, product_id)
            select id, ${anyOf('users', row)}, product_id from reviews where id = ${anyOf('reviews', row)}`,
  (row) => `update addresses set is_default = not is_default where id = ${anyOf('addresses', row)}`,
  (row) => `update users set password_changed_at = now() where id = ${anyOf('users', row)}`,
  (row) => `update users set deleted_at = now() where id = ${anyOf('users', row)}`,
];

class Undo extends Error {}
const undone = (work: (tx: Db) => Promise<void>) =>
  db
    .transaction(async (tx: Db) => {
      await work(tx);
      throw new Undo();
    })
    .catch((error) => {
      if (!(error instanceof Undo)) throw error;
    });

/** A change that a constraint rejects changes nothing. */
const attempt = (tx: Db, text: string) =>
  tx.transaction((nested) => nested.run(count('test.change')`${raw(text)}`)).catch(() => {});

const fullCheck = async (tx: Db) =>
  (await failedInvariants(tx))
    .map(({ id, violations }) => ({ id, violations }))
    .toSorted((a, b) => a.id.localeCompare(b.id));

const lock = (name: string) => count('test.lock')`select from pg_advisory_xact_lock(hashtext(${name}))`;

describe('the incremental data integrity check', () => {
  test(`finds after each of many random changes exactly what the full check finds (seed ${seed})`, {
    timeout: SEVERAL_MINUTES,
  }, async () => {
    const change = fc.tuple(fc.nat(CHANGES.length - 1), fc.nat(200), fc.nat(4));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), (changes) =>
        undone(async (tx) => {
          for (const [which, row, value] of changes) {
            const text = CHANGES[which]?.(row, value) ?? '';
            await attempt(tx, text);
            expect(await checkChanges(tx), text).toEqual(await fullCheck(tx));
          }
        }),
      ),
      propertyOptions(rounds(12, 300)),
    );
  });

  test('records a change of every table that a check with a subject reads', async () => {
    const { rows } = await sql.query<{ table: string }>(
      `select distinct tgrelid::regclass::text as table from pg_trigger
        where tgfoid in ('record_invariant_change'::regproc, 'record_return_change'::regproc)`,
    );
    const recorded = new Set(rows.map(({ table }) => table));
    const read = INVARIANTS.filter(({ subject }) => subject).flatMap(({ statement: text }) =>
      [...text.matchAll(/\b(?:from|join)\s+(?:public\.)?([a-z_]+)\b/g)].map(([, table = '']) => table),
    );
    const { rows: tables } = await sql.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    );

    const unrecorded = tables.map(({ name }) => name).filter((name) => read.includes(name) && !recorded.has(name));

    expect(unrecorded).toEqual(['legal_transitions']);
  });

  test('reports a violation until the row is corrected, also by a change that was not recorded', async () => {
    const addSold = (units: number) =>
      `update stock set sold = sold + ${units} where variant_id = ${anyOf('stock', 0, 'variant_id')}`;
    const violations = [
      { id: 'I02', violations: 1 },
      { id: 'I03', violations: 1 },
    ];
    await sql.query(addSold(1));
    for (let check = 0; check < 2; check += 1) expect(await checkChanges(db)).toEqual(violations);

    await sql.query(`alter table stock disable trigger user; ${addSold(-1)}; alter table stock enable trigger user`);

    expect(await checkChanges(db)).toEqual([]);
  });

  test('does not miss a change that is committed after a later one was checked', async () => {
    const late = await sql.connect();
    await late.query('begin');
    await late.query(`update discount_codes set used = used + 1 where code = 'WELCOME15'`);
    await sql.query(`update discount_codes set used = used + 1 where code = 'CRYSTAL20'`);
    expect(await checkChanges(db)).toEqual([{ id: 'I15', violations: 1 }]);

    await late.query('commit');
    late.release();

    expect(await checkChanges(db)).toEqual([{ id: 'I15', violations: 2 }]);
    await sql.query(`update discount_codes set used = used - 1 where code in ('WELCOME15', 'CRYSTAL20')`);
    expect(await checkChanges(db)).toEqual([]);
  });

  test('does nothing while another one is at work', async () => {
    await db.transaction(async (tx: Db) => {
      await tx.run(lock('check_changes'));
      expect(await checkChanges(db)).toBeUndefined();
    });
    expect(await checkChanges(db)).toEqual([]);
  });
});

describe('the full data integrity check', () => {
  const run = async (task: string) => {
    await sql.query('select graphile_worker.add_job($1)', [task]);
    await work();
    return (await guest.get('/metrics')).body;
  };

  test('finds what no trigger recorded, and its age is a metric', async () => {
    await sql.query(`alter table discount_codes disable trigger user`);
    await sql.query(`update discount_codes set used = used + 1 where code = 'CRYSTAL20'`);
    await sql.query(`alter table discount_codes enable trigger user`);
    expect(await run('check_invariants')).toContain('invariant_violations{invariant="I15"} 0');

    const metrics = await run('check_all_invariants');

    expect(metrics).toContain('invariant_violations{invariant="I15"} 1');
    expect(metrics).toMatch(/^invariant_full_check_age_seconds \d/m);
    expect(lines.some((line) => line.includes('"invariant":"I15"'))).toBe(true);
    await sql.query(`update discount_codes set used = used - 1 where code = 'CRYSTAL20'`);
    expect(await run('check_invariants')).toContain('invariant_violations{invariant="I15"} 0');
  });

  test('does not report what a late replica has and this server does not have', async () => {
    const replica = new Connection({
      url: await createTestDatabase(),
      applicationName: 'crystalline-test',
      max: 2,
      statementTimeoutMs: 30_000,
      connectTimeoutMs: 20_000,
      onError: () => {},
    });
    try {
      await replica.pool.query(`update discount_codes set used = used + 1 where code = 'CRYSTAL20'`);
      expect(await fullCheck(replica.db)).toContainEqual({ id: 'I15', violations: 1 });

      expect(await checkAll(db, replica.db)).toBe(true);
      expect((await sql.query(`select from invariant_violations where invariant = 'I15'`)).rowCount).toBe(1);
    } finally {
      await replica.close();
    }
    expect(await checkChanges(db)).toEqual([]);
  });

  test('runs only once at a time', async () => {
    await db.transaction(async (tx: Db) => {
      await tx.run(lock('check_all'));
      expect(await checkAll(db)).toBe(false);
    });
    expect(await checkAll(db)).toBe(true);
  });
});
