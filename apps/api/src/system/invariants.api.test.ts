import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Db } from '#platform/database/db.ts';
import { count, raw } from '#platform/database/sql.ts';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { brokenReturns } from '#test/builders/returns/broken-returns.ts';
import { failedInvariants } from '#test/invariants-after-all.ts';
import { createTestStore } from '#test/test-store.ts';
import { checkChanges } from './integrity-check.ts';
import { countViolations } from './invariant-queries.ts';

const lines: string[] = [];
const shop = await createTestStore({ log: (line) => lines.push(line) });
const { aShopper, db, sql, guest, work, config } = shop;

const ada = await aShopper();
const eve = await aShopper();
const { productId, variantId } = await aVariant(shop, { quantities: [5] });
const order = await anOrder(db, {
  of: ada,
  items: [{ variantId, quantity: 2 }],
  discountCode: 'CRYSTAL10',
  status: 'processing',
});
const ofOrder = `order_id = '${order.id}'`;
const ofCheckout = `checkout_id = '${order.checkoutId}'`;
const ofVariant = `variant_id = '${variantId}'`;
const isOrder = `id = '${order.id}'`;
const dropConstraints = (table: string, ...constraints: string[]) =>
  `alter table ${table} ${constraints.map((name) => `drop constraint ${name}`).join(', ')}`;
/** The triggers that would reject the change, or make up for it; changes are still recorded. */
const GUARDS = {
  orders: 'orders_status_follows_history',
  refunds: 'refunds_within_payment',
  shipment_items: 'shipment_items_within_order',
  products: 'products_facets_changed',
};
const disableGuard = (table: keyof typeof GUARDS) => `alter table ${table} disable trigger ${GUARDS[table]}`;
const ship = (units: number) => `
  with shipment as (insert into shipments (order_id, number, tracking_number)
                    values ('${order.id}', 1, 'TRK00000001') returning id)
  insert into shipment_items (shipment_id, order_line_id, quantity)
  select shipment.id, l.id, ${units} from shipment, order_lines l where l.order_id = '${order.id}'`;
/** A refund of units of the order, stored without its effects. */
const refundLine = ({ quantity = 1, unshipped = 0 } = {}) => `
  with refund as (insert into refunds (payment_id, amount_minor, reason, status)
                  select id, 1, 'Test', 'failed' from payments where ${ofOrder} returning id)
  insert into refund_lines (refund_id, order_line_id, order_id, variant_id, quantity, unshipped, restocked, written_off,
                            amount_minor)
  select refund.id, l.id, l.order_id, l.variant_id, ${quantity}, ${unshipped}, 0, 0, 1
    from refund, order_lines l where l.order_id = '${order.id}'`;
const review = `insert into reviews (product_id, user_id, user_name, rating_halves, comment)
                values ('${productId}', '${ada.id}', 'Ada', 9, 'Fine.')`;

/** Of no checkout of the store. */
const unknownPayment = ({ status = 'captured' } = {}) =>
  `insert into payments (provider, provider_payment_id, amount_minor, currency, status)
   values ('razorpay', 'pay_1', 500, 'INR', '${status}')`;
const listedAs = (reference: string) =>
  `insert into reconciliation_differences (kind, reference) values ('unknown_order', '${reference}')`;

/** Ways to violate each invariant, after removing the constraints that guard it. */
const BROKEN: [id: string, ...ways: string[][]][] = [
  [
    'I01',
    [
      dropConstraints('stock', 'stock_available_check', 'stock_units_are_conserved'),
      `update stock set available = -1 where ${ofVariant}`,
    ],
  ],
  [
    'I02',
    [
      dropConstraints('stock', 'stock_units_are_conserved'),
      `update stock set received = received + 1 where ${ofVariant}`,
    ],
  ],
  [
    'I03',
    [`update stock set sold = sold - 1, available = available + 1 where ${ofVariant}`],
    [`update stock set reserved = reserved + 1, available = available - 1 where ${ofVariant}`],
    [`delete from stock where ${ofVariant}`],
  ],
  [
    'I04',
    [`delete from reservations where ${ofCheckout}`],
    [`update checkout_lines set quantity = quantity + 1 where ${ofCheckout}`],
    [`update order_lines set quantity = quantity + 1 where ${ofOrder}`],
    [`update order_lines set unit_price_cents = 1 where ${ofOrder}`],
    [`delete from order_lines where ${ofOrder}`],
  ],
  [
    'I05',
    [`update reservations set status = 'reserved' where ${ofCheckout}`],
    [`update reservations set status = 'released' where ${ofCheckout}`],
    [disableGuard('orders'), `update orders set status = 'cancelled' where ${isOrder}`],
    [`delete from payments where ${ofOrder}`, `delete from orders where ${isOrder}`],
  ],
  [
    'I06',
    [`update reservations set status = 'reserved', expires_at = now() - interval '3 minutes' where ${ofCheckout}`],
  ],
  [
    'I07',
    [`update order_lines set unit_price_cents = unit_price_cents + 1 where ${ofOrder}`],
    [dropConstraints('orders', 'orders_total'), `update orders set total_cents = total_cents + 1 where ${isOrder}`],
    [dropConstraints('orders', 'orders_tax', 'orders_total'), `update orders set tax_cents = 0 where ${isOrder}`],
  ],
  [
    'I08',
    [
      dropConstraints('orders', 'orders_discount', 'orders_total'),
      `update orders set discount_cents = 1 where ${isOrder}`,
    ],
    [dropConstraints('orders', 'orders_discount_code'), `update orders set discount_code_id = null where ${isOrder}`],
  ],
  ['I09', [`delete from order_lines where ${ofOrder}`]],
  ['I10', [`update payments set status = 'failed' where ${ofOrder}`]],
  [
    'I11',
    [`update payments set amount_minor = amount_minor + 1 where ${ofOrder}`],
    [`update payments set currency = 'USD' where ${ofOrder}`],
    [`update orders set payment_status = 'pending' where ${isOrder}`],
  ],
  [
    'I12',
    [
      dropConstraints('payments', 'payments_provider_provider_payment_id_key'),
      `insert into payments (checkout_id, provider, provider_order_id, provider_payment_id, amount_minor, currency, rate,
                             status)
       select checkout_id, provider, provider_order_id, provider_payment_id, 0, 'INR', 1, 'failed'
         from payments where ${ofOrder}`,
    ],
  ],
  [
    'I13',
    [
      disableGuard('refunds'),
      `insert into refunds (payment_id, amount_minor, reason, status)
       select id, amount_minor + 1, 'Too much', 'processed' from payments where ${ofOrder}`,
    ],
  ],
  [
    'I14',
    [disableGuard('orders'), `update orders set status = 'cancelled' where ${isOrder}`],
    [`update payments set order_id = null where ${ofOrder}`],
    [`update payments set status = 'refunded' where ${ofOrder}`],
    [
      disableGuard('orders'),
      `update orders set status = 'cancelled' where ${isOrder}`,
      `with failed as (insert into refunds (payment_id, amount_minor, reason, status)
                       select id, amount_minor, 'Resolved', 'failed' from payments where ${ofOrder} returning id)
       insert into reconciliation_differences (kind, reference, refund_id, resolved_at)
       select 'refund_failed', 'rfnd_1', id, now() from failed`,
    ],
    [
      disableGuard('orders'),
      `update orders set status = 'cancelled' where ${isOrder}`,
      `with failed as (insert into refunds (payment_id, amount_minor, reason, status)
                       select id, amount_minor, 'As much as the minimum', 'failed' from payments where ${ofOrder}
                       returning id, amount_minor)
       insert into reconciliation_differences (kind, reference, refund_id, details, resolved_at)
       select 'refund_rejected', id::text, id, jsonb_build_object('minimumMinor', amount_minor), now() from failed`,
    ],
    [
      `insert into refunds (payment_id, amount_minor, reason, status)
       select id, amount_minor, 'All of it', 'processed' from payments where ${ofOrder}`,
    ],
    [`insert into refunds (payment_id, amount_minor, reason) select id, 1, 'No job' from payments where ${ofOrder}`],
  ],
  [
    'I15',
    [`update discount_codes set used = used + 1 where code = 'CRYSTAL10'`],
    [dropConstraints('discount_codes', 'discount_codes_within_limit'), `update discount_codes set usage_limit = 0`],
  ],
  ['I16', [`update discount_codes set per_user_limit = 0 where code = 'CRYSTAL10'`]],
  [
    'I17',
    [`delete from discount_redemptions where ${ofCheckout}`],
    [`update discount_redemptions set released_at = now() where ${ofCheckout}`],
    [`update discount_redemptions set user_id = '${eve.id}' where ${ofCheckout}`],
    [
      `delete from payments where ${ofOrder}`,
      `delete from orders where ${isOrder}`,
      `update checkouts set status = 'expired' where id = '${order.checkoutId}'`,
    ],
  ],
  [
    'I18',
    [`delete from order_status_history where ${ofOrder}`],
    [`delete from order_status_history where ${ofOrder} and seq = 2`],
    [`update order_status_history set seq = 5 where ${ofOrder} and seq = 2`],
    [disableGuard('orders'), `update orders set status = 'delivered' where ${isOrder}`],
  ],
  [
    'I19',
    [
      dropConstraints('order_status_history', 'order_status_history_from_status_to_status_actor_fkey'),
      `update order_status_history set actor = 'customer' where ${ofOrder} and seq = 2`,
    ],
    [`update order_status_history set from_status = 'shipped' where ${ofOrder} and seq = 2`],
    [
      dropConstraints('order_status_history', 'history_begins_as_pending'),
      `update order_status_history set to_status = 'shipped' where ${ofOrder} and seq = 1`,
    ],
  ],
  [
    'I20',
    [`delete from notifications where history_id in (select id from order_status_history where ${ofOrder})`],
    [
      dropConstraints('notifications', 'notifications_history_id_key'),
      `insert into notifications (user_id, type, title, message, history_id)
       select user_id, type, title, message, history_id from notifications where user_id = '${ada.id}'`,
    ],
  ],
  [
    'I21',
    [
      dropConstraints('orders', 'orders_shipped_are_tracked'),
      disableGuard('orders'),
      `update orders set status = 'shipped' where ${isOrder}`,
    ],
    [
      dropConstraints('orders', 'orders_tracking_number_check'),
      `update orders set tracking_number = '#1' where ${isOrder}`,
    ],
  ],
  ['I22', ['update addresses set is_default = false']],
  [
    'I23',
    [
      dropConstraints('orders', 'orders_user_id_address_id_fkey'),
      `update orders set address_id = (select id from addresses where user_id <> '${ada.id}' limit 1) where ${isOrder}`,
    ],
  ],
  [
    'I24',
    [
      `insert into webhook_inbox (provider, event_id, type, payload, received_at)
       values ('razorpay', 'lost', 'payment.captured', '{}', now() - interval '6 minutes')`,
    ],
  ],
  [
    'I25',
    [`select from graphile_worker.add_job('anything', run_at => now() - interval '6 minutes')`],
    [
      `select from graphile_worker.add_job('anything')`,
      `update graphile_worker._private_jobs set attempts = max_attempts`,
    ],
  ],
  [
    'I26',
    [
      `insert into idempotency_keys (user_id, key, request_hash, created_at)
       values ('${ada.id}', 'hangs', '\\x00', now() - interval '6 minutes')`,
    ],
  ],
  [
    'I27',
    [`update users set deleted_at = now() where id = '${ada.id}'`],
    [`update users set password_changed_at = now() where id = '${ada.id}'`],
  ],
  ['I28', ['drop index reviews_one_per_customer', review, review]],
  ['S01', [`update checkouts set status = 'expired' where id = '${order.checkoutId}'`]],
  [
    'S02',
    [`update products set rating_count = rating_count + 1`],
    [`update products set star_counts = '{1,0,0,0,0}' where id = '${productId}'`],
  ],
  [
    'S03',
    [`delete from product_slugs where product_id = '${productId}'`],
    [`delete from stock where product_id = '${productId}'`],
  ],
  ['S04', [`delete from product_search where product_id = '${productId}'`]],
  ['S05', [`delete from sizes_in_stock where product_id = '${productId}'`]],
  ['S06', [disableGuard('products'), `update products set status = 'draft' where id = '${productId}'`]],
  [
    'S07',
    [ship(2)],
    [disableGuard('shipment_items'), ship(3)],
    [
      disableGuard('orders'),
      `update orders set status = 'shipped', tracking_number = 'TRK00000001' where ${isOrder}`,
      ship(1),
    ],
    [disableGuard('orders'), `update orders set status = 'pending' where ${isOrder}`, ship(1)],
    [ship(1), refundLine({ unshipped: 1 })],
  ],
  [
    'S08',
    [refundLine({ quantity: 3 })],
    [refundLine(), `update refund_lines set variant_id = (select id from variants where id <> '${variantId}' limit 1)`],
    [
      disableGuard('refunds'),
      `update orders set payment_method = 'cod' where ${isOrder}`,
      `insert into refunds (order_id, amount_minor, reason, method, status)
       select id, charge_minor + 1, 'Test', 'cash', 'processed' from orders where ${isOrder}`,
    ],
    [
      `insert into refunds (order_id, amount_minor, reason, method, status)
       values ('${order.id}', 1, 'Test', 'cash', 'processed')`,
    ],
  ],
  [
    'S09',
    [unknownPayment()],
    [listedAs('pay_1'), unknownPayment({ status: 'refunded' })],
    [
      disableGuard('refunds'),
      listedAs('pay_1'),
      unknownPayment(),
      `insert into refunds (payment_id, amount_minor, reason, status)
       select id, 501, 'Too much', 'processed' from payments where checkout_id is null`,
    ],
    [
      listedAs('pay_1'),
      unknownPayment(),
      `insert into refunds (payment_id, amount_minor, reason, status)
       select id, 500, 'All of it', 'processed' from payments where checkout_id is null`,
    ],
    [
      listedAs('pay_1'),
      unknownPayment(),
      `insert into refunds (payment_id, amount_minor, reason)
       select id, 1, 'No job' from payments where checkout_id is null`,
    ],
  ],
  ...(await brokenReturns(shop)),
  ['S20', [`update products set fit_counts = '{0,1,0}' where id = '${productId}'`]],
  [
    'S21',
    [review, `update reviews set photo_count = 1 where product_id = '${productId}'`],
    [review, `update reviews set helpful_count = 1 where product_id = '${productId}'`],
  ],
  [
    'S22',
    [`delete from product_cards where product_id = '${productId}'`],
    [`update product_cards set variant_ids = '{}'`],
  ],
];

const STARTS_PROCESSES = 60_000;

class Undo extends Error {}

type Failed = { id: string; violations: number };

/** What both checks find after these statements, which are rolled back. */
async function violationsAfter(way: string[]) {
  const found: { full: Failed[]; incremental: Failed[] | undefined } = { full: [], incremental: [] };
  const attempt = db.transaction(async (tx: Db) => {
    for (const step of way) await tx.run(count('test.change')`${raw(step)}`);
    found.full = (await failedInvariants(tx)).map(({ id, violations }) => ({ id, violations }));
    found.incremental = await checkChanges(tx);
    throw new Undo();
  });
  await attempt.catch((error) => {
    if (!(error instanceof Undo)) throw error;
  });
  return found;
}

describe('the data integrity check', () => {
  test('finds no violations in consistent data', async () => {
    expect(await failedInvariants(db)).toEqual([]);
    expect(await checkChanges(db)).toEqual([]);
  });

  test('has every specified invariant, and each is violated in this file', async () => {
    const ids = (await countViolations(db)).map(({ id }) => id);

    expect(BROKEN.map(([id]) => id)).toEqual(ids);
    for (let i = 1; i <= 28; i++) expect(ids).toContain(`I${String(i).padStart(2, '0')}`);
  });

  test.each(BROKEN.flatMap(([id, ...ways]) => ways.map((way) => ({ id, way, last: way.at(-1) }))))(
    'reports $id, also when only what changed is checked, after: $last',
    async ({ id, way }) => {
      const { full, incremental } = await violationsAfter(way);

      expect(full.map((failed) => failed.id)).toContain(id);
      expect(incremental).toEqual(full.toSorted((a, b) => a.id.localeCompare(b.id)));
    },
  );
});

describe('the results of the data integrity check', () => {
  const check = async () => {
    await sql.query("select graphile_worker.add_job('check_invariants')");
    await work();
    return (await guest.get('/metrics')).body;
  };
  const verify = (databaseUrl: string) =>
    promisify(execFile)(
      process.execPath,
      [fileURLToPath(new URL('../../../../scripts/shop.ts', import.meta.url)), 'verify'],
      { env: { ...process.env, DATABASE_URL: databaseUrl, NODE_ENV: 'test' } },
    );

  test('are exported as a metric per invariant, and logged when one fails', async () => {
    const sound = await check();
    expect(sound).toContain('invariant_violations{invariant="I01"} 0');
    expect(sound).toMatch(/^invariant_check_age_seconds \d/m);
    expect(lines.filter((line) => line.includes('Data integrity check failed'))).toEqual([]);

    await sql.query(`update discount_codes set used = used + 1 where code = 'CRYSTAL10'`);
    const wrong = await check();

    expect(wrong).toContain('invariant_violations{invariant="I15"} 1');
    const [line] = lines.filter((text) => text.includes('Data integrity check failed'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 50, invariant: 'I15', violations: 1 });
    await sql.query(`update discount_codes set used = used - 1 where code = 'CRYSTAL10'`);
  });

  test('are printed by the verify command, which exits with 1 when a check fails', {
    timeout: STARTS_PROCESSES,
  }, async () => {
    const { stdout } = await verify(config.databaseDirectUrl);
    expect(stdout).toMatch(/^PASS I01 {7}0 {2}Stock quantities are never negative$/m);
    expect(stdout).not.toContain('FAIL');

    await sql.query('update discount_codes set used = used + 1');
    await expect(verify(config.databaseDirectUrl)).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^FAIL I15 {7}\d/m),
      stderr: expect.stringContaining('Data integrity checks failed.'),
    });
  });
});
