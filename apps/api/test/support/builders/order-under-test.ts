import { randomUUID } from 'node:crypto';
import { minor } from '@shop/contracts/common/money';
import { finalizePayment } from '#checkout/confirm.ts';
import { cancelOrder, getLockedOrder, setStatus } from '#orders/change-status.ts';
import { createShipment } from '#orders/shipments.ts';
import { transition } from '#orders/transition.ts';
import { isDatabaseUnavailable } from '#platform/database/errors.ts';
import { DomainError } from '#platform/errors.ts';
import type { TestStore } from '#test/harness.ts';
import { anOrder } from './an-order.ts';
import type { Command, CommandResult, Model, Terms } from './order-model.ts';

/** Places real orders and executes the model's commands on them. */
export async function ordersUnderTest({ db, sql, aShopper, anAdmin, aProduct }: TestStore) {
  const actor = async (role: 'customer' | 'admin') => {
    const { id } = await (role === 'admin' ? anAdmin() : aShopper());
    return { id, name: 'Ada Lovelace', role };
  };
  const [owner, stranger, admin] = await Promise.all([actor('customer'), actor('customer'), actor('admin')]);
  const actors = { owner, stranger, admin };
  const product = await aProduct({ quantities: [0] });

  async function aVariant(units: number) {
    const { rows } = await sql.query<{ id: string }>(
      `with variant as (insert into variants (product_id, sku, option_values)
                        values ($1, $2, jsonb_build_object('Size', $2::text)) returning id, product_id)
       insert into stock (variant_id, product_id, received, available) select id, product_id, $3, $3 from variant
       returning variant_id as id`,
      [product.id, randomUUID(), units],
    );
    return rows[0]?.id ?? '';
  }

  return async function place({ method, quantity, spare, withCode }: Terms) {
    const variantId = await aVariant(quantity + spare);
    const code = withCode ? randomUUID().toUpperCase() : undefined;
    if (code) await sql.query('insert into discount_codes (code, percent_bp) values ($1, 1000)', [code]);
    const order = await anOrder(db, { of: owner, items: [{ variantId, quantity }], method, discountCode: code });
    const { id, providerOrderId, providerPaymentId, chargeMinor, chargeCurrency } = order;
    const line = await sql.query<{ id: string }>('select id from order_lines where order_id = $1', [id]);
    const orderItemId = line.rows[0]?.id ?? '';
    const capturePayment = (paymentId: string) =>
      finalizePayment(db, {
        id: paymentId,
        orderId: providerOrderId,
        status: 'captured',
        amountMinor: chargeMinor,
        currency: chargeCurrency,
        method: 'card',
        refundedMinor: minor(0),
        isVoided: false,
        failureReason: null,
      });

    async function execute(command: Command) {
      switch (command.what) {
        case 'set': {
          const { to: status, by, returnToStock } = command;
          if (by === 'admin') return db.transaction((tx) => setStatus(tx, admin, id, { status, returnToStock }));
          const userId = by === 'customer' ? owner.id : null;
          return db.transaction(async (tx) =>
            transition(tx, await getLockedOrder(tx, id), status, { actor: by, userId }, { returnToStock }),
          );
        }
        case 'ship': {
          const items = [{ orderItemId, quantity: command.units }];
          const shipment = { items, carrier: 'UPS', trackingNumber: '', trackingUrl: '', notify: true };
          return db.transaction((tx) => createShipment(tx, admin, id, shipment));
        }
        case 'cancel':
          return db.transaction((tx) => cancelOrder(tx, actors[command.by], id));
        case 'pay_again':
          return providerOrderId ? capturePayment(`pay_${randomUUID()}`) : undefined;
        case 'repeat_payment':
          return providerOrderId ? capturePayment(providerPaymentId) : undefined;
        case 'receive':
          return sql.query(
            'update stock set available = available + 1, received = received + 1 where variant_id = $1',
            [variantId],
          );
        case 'lose':
          return sql.query(
            'update stock set available = available - 1, received = received - 1 where variant_id = $1 and available > 0',
            [variantId],
          );
        case 'close_code':
          return sql.query('update discount_codes set usage_limit = used where code = $1', [code]);
        case 'open_code':
          return sql.query('update discount_codes set usage_limit = null where code = $1', [code]);
      }
    }

    return {
      id,
      async perform(command: Command): Promise<CommandResult> {
        try {
          await execute(command);
          return 'done';
        } catch (error) {
          if (error instanceof DomainError) return error.kind === 'not_found' ? 'hidden' : 'refused';
          // The machine is overloaded: the transaction was rolled back without effect.
          if (isDatabaseUnavailable(error)) return 'not_now';
          throw error;
        }
      },
      /** The state in the database; throws unless each status change has one notification. */
      async readModel(): Promise<Model> {
        const { rows } = await sql.query<Model & { notified: number }>(
          `select o.status, o.payment_status as paid, o.tracking_number is not null as tracked, s.available::int,
                  s.sold::int, s.received::int, u.shipped,
                  case when r.written_off then coalesce(r.written_off_units, r.quantity) else 0 end as "writtenOff",
                  s.available::int + case when o.status in ('pending', 'processing') then r.quantity - u.shipped else 0 end
                    as "onHand",
                  coalesce(p.used, 0)::int as "codeUsed",
                  (select count(*)::int from refunds r join payments y on y.id = r.payment_id
                    where y.checkout_id = o.checkout_id) as refunds,
                  (select count(*)::int from order_status_history where order_id = o.id) as steps,
                  (select count(*)::int from notifications n join order_status_history h on h.id = n.history_id
                    where h.order_id = o.id) as notified,
                  (select count(*)::int from email_messages where order_id = o.id) as emails
             from orders o join reservations r on r.checkout_id = o.checkout_id
            cross join lateral (select coalesce(sum(i.quantity), 0)::int as shipped
                                  from shipments h join shipment_items i on i.shipment_id = h.id
                                 where h.order_id = o.id) u
             join stock s on s.variant_id = r.variant_id left join discount_codes p on p.id = o.discount_code_id
            where o.id = $1`,
          [id],
        );
        const [found] = rows;
        if (!found || found.notified !== found.steps)
          throw new Error(`A status change of ${id} lacks its notification: ${JSON.stringify(found)}`);
        const { notified: _notified, ...model } = found;
        return model;
      },
    };
  };
}
