import { randomUUID } from 'node:crypto';
import type { ReturnOutcome, ReturnReason } from '@shop/contracts/returns/constants';
import type { ReturnOptions } from '@shop/contracts/returns/schema';
import { decideReturn } from '#returns/admin.ts';
import { deliverExchange, shipExchange } from '#returns/exchange.ts';
import { findReturn } from '#returns/queries.ts';
import { receiveReturn } from '#returns/receive.ts';
import { requestReturn as store } from '#returns/service.ts';
import type { TestStore } from '#test/harness.ts';

type Client = Pick<TestStore['guest'], 'post'>;
type Line = {
  orderItemId: string;
  exchangeLineId?: string;
  quantity?: number;
  reason?: ReturnReason;
  outcome?: ReturnOutcome;
  variantId?: string;
};

export const keyed = (key: string = randomUUID()) => ({ 'idempotency-key': key });

/** Requests a return of these items: by default one unit, to be refunded. */
export const requestReturn = (customer: Client, orderId: string, lines: Line[], key?: string) =>
  customer.post(
    `/api/orders/${orderId}/returns`,
    { items: lines.map((line) => ({ quantity: 1, reason: 'changed_mind', outcome: 'refund', ...line })), comment: '' },
    keyed(key),
  );

/** The items of an order in their order, and what else can be returned. */
export async function returnOptions(customer: Pick<TestStore['guest'], 'get'>, orderId: string) {
  return (await customer.get(`/api/orders/${orderId}/returns`)).json<ReturnOptions>();
}

/** A step by staff: decision, receipt, refund or exchange. */
export const takeStep = (staff: Client, returnId: string, step: string, body?: object, key?: string) =>
  staff.post(`/api/admin/returns/${returnId}/${step}`, body, keyed(key));

const STATES = ['requested', 'authorized', 'received', 'shipped', 'delivered'] as const;
/** The last two are of an exchange. */
type StoredState = (typeof STATES)[number];

/** A return of one unit of a delivered order, in this state. */
export async function aStoredReturn(
  { db, sql, anAdmin }: Pick<TestStore, 'db' | 'sql' | 'anAdmin'>,
  { id: orderId }: { id: string },
  state: StoredState,
  outcome: ReturnOutcome = 'refund',
  exchangeLineId?: string,
) {
  const { rows } = await sql.query<{ userId: string; orderItemId: string; productId: string }>(
    `select o.user_id as "userId", l.id as "orderItemId", l.product_id as "productId"
       from orders o join order_lines l on l.order_id = o.id where o.id = $1 limit 1`,
    [orderId],
  );
  const [line] = rows;
  if (!line) throw new Error(`Order ${orderId} has no lines.`);
  const customer = { id: line.userId, name: 'Ada Lovelace', role: 'customer' };
  const staff = { id: (await anAdmin()).id, name: 'Grace Hopper', role: 'admin' };
  const variantId = outcome === 'exchange' ? await anotherSize(sql, line.productId) : undefined;
  const reason = 'too_small' as const;
  const items = [{ orderItemId: line.orderItemId, exchangeLineId, quantity: 1, reason, outcome, variantId }];
  return db.transaction(async (tx) => {
    const { id } = await store(tx, customer, orderId, { items, comment: '' });
    const lineId = (await tx.run(findReturn(id)))?.lines[0]?.id ?? '';
    const steps = [
      () => decideReturn(tx, staff, id, { decision: 'authorized', instructions: '' }),
      () => receiveReturn(tx, staff, id, { lines: [{ id: lineId, restocked: 1, writtenOff: 0 }] }),
      () => shipExchange(tx, staff, id, { carrier: 'UPS', trackingNumber: '1Z 999', trackingUrl: '' }),
      () => deliverExchange(tx, staff, id),
    ];
    for (const step of steps.slice(0, STATES.indexOf(state))) await step();
    return { id, lineId, orderId };
  });
}

async function anotherSize(sql: TestStore['sql'], productId: string) {
  const { rows } = await sql.query<{ id: string }>(
    `with variant as (insert into variants (product_id, sku, option_values, position)
                      values ($1, $2, jsonb_build_object('Size', 'other'), 99) returning id, product_id)
     insert into stock (variant_id, product_id, received, available) select id, product_id, 5, 5 from variant
     returning variant_id as id`,
    [productId, randomUUID()],
  );
  return rows[0]?.id ?? '';
}
