import { randomUUID } from 'node:crypto';
import { chargeInput, minor } from '@shop/contracts/common/money';
import { issuePartialRefund } from '#orders/admin-actions.ts';
import { setStatus } from '#orders/change-status.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { decideReturn, refundReturn } from '#returns/admin.ts';
import { deliverExchange, shipExchange } from '#returns/exchange.ts';
import { receiveReturn } from '#returns/receive.ts';
import { cancelReturn, expireReturns, requestReturn } from '#returns/service.ts';
import { anOrder, unitsOf } from '#test/builders/an-order.ts';
import type { TestStore } from '#test/harness.ts';
import type { Command, Model, Terms } from './return-model.ts';

type StoredReturn = Omit<Model['returns'][number], 'of'> & {
  id: string;
  lineId: string;
  exchangeLineId: string | null;
  exchangeVariantId: string | null;
};

const NOTHING = '00000000-0000-7000-8000-000000000000';

/** Delivers real orders, and executes the model's commands on them. */
export async function returnsUnderTest({ db, sql, aShopper, anAdmin, aProduct }: TestStore) {
  const [ada, grace] = await Promise.all([aShopper(), anAdmin()]);
  const customer = { id: ada.id, name: 'Ada Lovelace', role: 'customer' };
  const staff = { id: grace.id, name: 'Grace Hopper', role: 'admin' };
  const product = await aProduct({ quantities: [0], price: 33.33 });

  async function aSize(units: number) {
    const { rows } = await sql.query<{ id: string }>(
      `with variant as (insert into variants (product_id, sku, option_values)
                        values ($1, $2, jsonb_build_object('Size', $2::text)) returning id, product_id)
       insert into stock (variant_id, product_id, received, available) select id, product_id, $3, $3 from variant
       returning variant_id as id`,
      [product.id, randomUUID(), units],
    );
    return rows[0]?.id ?? '';
  }

  return async function deliver({ method, quantity, spare, withCode }: Terms) {
    const [bought, other] = [await aSize(quantity), await aSize(spare)];
    const code = withCode ? randomUUID().toUpperCase() : undefined;
    if (code) await sql.query('insert into discount_codes (code, percent_bp) values ($1, 1500)', [code]);
    const items = [{ variantId: bought, quantity }];
    const order = await anOrder(db, { of: customer, items, method, discountCode: code, status: 'delivered' });
    const { id, chargeCurrency } = order;
    const line = await sql.query<{ id: string }>('select id from order_lines where order_id = $1', [id]);
    const orderItemId = line.rows[0]?.id ?? '';

    const listReturns = async () => {
      const { rows } = await sql.query<StoredReturn>(
        `select r.id, l.id as "lineId", l.exchange_line_id as "exchangeLineId", l.exchange_variant_id as "exchangeVariantId",
                r.status, l.outcome, l.quantity as units, l.restocked + l.written_off as received,
                r.exchange_delivered_at is not null as delivered
           from returns r join return_lines l on l.return_id = r.id where r.order_id = $1 order by r.id`,
        [id],
      );
      return rows;
    };

    /** Reads what it needs before the transaction, which then uses one connection only. */
    async function prepare(command: Command): Promise<(tx: Db) => Promise<unknown>> {
      if (command.what === 'request') {
        const { units, outcome, of } = command;
        const source = of === null ? undefined : (await listReturns())[of];
        const exchangeLineId = of === null ? undefined : (source?.lineId ?? NOTHING);
        const size = source?.exchangeVariantId === other ? bought : other;
        const variantId = outcome === 'exchange' ? size : undefined;
        const line = { orderItemId, exchangeLineId, quantity: units, reason: 'too_small' as const, outcome, variantId };
        return (tx) => requestReturn(tx, customer, id, { items: [line], comment: '' });
      }
      if (command.what === 'staff_refund') {
        const half = minor(Math.floor((await readMoney()).left / 2));
        const amount = Number(chargeInput(half, chargeCurrency));
        return (tx) => issuePartialRefund(tx, staff, id, { amount, reason: 'Goodwill' });
      }
      if (command.what === 'cancel_order')
        return (tx) => setStatus(tx, staff, id, { status: 'cancelled', returnToStock: true });
      if (command.what === 'set_shipped')
        return (tx) => setStatus(tx, staff, id, { status: 'shipped', returnToStock: false });
      if (command.what === 'set_delivered')
        return (tx) => setStatus(tx, staff, id, { status: 'delivered', returnToStock: false });

      const place = 'which' in command ? command.which : -1;
      const { id: returnId = NOTHING, lineId = NOTHING } = (await listReturns())[place] ?? {};
      switch (command.what) {
        case 'authorize':
          return (tx) => decideReturn(tx, staff, returnId, { decision: 'authorized', instructions: '' });
        case 'decline':
          return (tx) => decideReturn(tx, staff, returnId, { decision: 'declined', reason: 'Worn' });
        case 'cancel':
          return (tx) => cancelReturn(tx, customer, id, returnId);
        case 'receive': {
          const { restocked, writtenOff } = command;
          if (restocked + writtenOff === 0) throw new DomainError('invalid', 'nothing_received', '');
          return (tx) => receiveReturn(tx, staff, returnId, { lines: [{ id: lineId, restocked, writtenOff }] });
        }
        case 'refund':
          return (tx) => refundReturn(tx, staff, returnId);
        case 'ship':
          return (tx) => shipExchange(tx, staff, returnId, { carrier: '', trackingNumber: '', trackingUrl: '' });
        case 'deliver':
          return (tx) => deliverExchange(tx, staff, returnId);
        case 'expire':
          if (returnId === NOTHING) throw new DomainError('not_found', 'return_not_found', '');
          await sql.query(
            `update returns set expires_at = now() - interval '1 minute' where id = $1 and status = 'authorized'`,
            [returnId],
          );
          return (tx) =>
            expireReturns(tx, (error) => {
              throw error;
            });
      }
    }

    /** What remains of the payment, what returns refunded, and the units they refunded. */
    async function readMoney() {
      const { rows } = await sql.query<{ left: number; returned: number; units: number; isRefunded: boolean }>(
        `select coalesce((select (p.amount_minor - coalesce(sum(f.amount_minor) filter (where f.status <> 'failed'), 0))::int
                            from payments p left join refunds f on f.payment_id = p.id
                           where p.order_id = o.id group by p.id), 0) as left,
                (select coalesce(sum(refund_minor), 0)::int from returns where order_id = o.id) as returned,
                (select coalesce(sum(l.restocked + l.written_off), 0)::int from returns r
                   join return_lines l on l.return_id = r.id and l.outcome = 'refund'
                  where r.order_id = o.id and r.refunded_at is not null) as units,
                o.payment_status = 'refunded' as "isRefunded"
           from orders o where o.id = $1`,
        [id],
      );
      return rows[0] ?? { left: 0, returned: 0, units: 0, isRefunded: false };
    }

    return {
      ...order,
      readMoney,
      /** Whether it was done; a domain error rejects it. */
      async perform(command: Command) {
        try {
          const work = await prepare(command);
          await db.transaction(work);
          return true;
        } catch (error) {
          if (error instanceof DomainError) return false;
          throw error;
        }
      },
      async readModel(): Promise<Model> {
        const { rows } = await sql.query<{ status: Model['status'] }>('select status from orders where id = $1', [id]);
        return {
          status: rows[0]?.status ?? 'cancelled',
          bought: await unitsOf({ sql }, bought),
          other: await unitsOf({ sql }, other),
          returns: (await listReturns()).map(
            ({ status, outcome, units, received, delivered, exchangeLineId }, _, all) => {
              const of = exchangeLineId === null ? null : all.findIndex(({ lineId }) => lineId === exchangeLineId);
              return { status, outcome, units, received, delivered, of };
            },
          ),
        };
      },
    };
  };
}
