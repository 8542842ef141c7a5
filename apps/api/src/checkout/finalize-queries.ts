import { PlacedOrder } from '@shop/contracts/checkout/schema';
import type { Parser } from '@shop/contracts/common/parser';
import { Minor } from '@shop/contracts/common/schema';
import { z } from 'zod';
import { PAYMENT_STATES } from '#payments/sql.ts';
import type { Db } from '#platform/database/db.ts';
import { bool, json, oneOf, orNull, text, uuid } from '#platform/database/row.ts';
import { all, count, type Fragment, first, one } from '#platform/database/sql.ts';
import { CHECKOUT_STATUSES } from './rules.ts';

const Payable = z.object({
  id: z.string(),
  userId: z.string(),
  cartId: z.string().nullable(),
  status: z.enum(CHECKOUT_STATUSES),
  discountCodeId: z.string().nullable(),
  chargeMinor: Minor,
  chargeCurrency: z.string(),
  chargeRate: z.number(),
  customerDeleted: z.boolean(),
});
type Payable = z.infer<typeof Payable>;

/** Locks the customer before the cart, like the start of a checkout, so that the two do not deadlock. */
export const lockPaidCart = (providerOrderId: string) =>
  count('checkout.lockPaidCart')`
    with customer as (select c.cart_id from checkouts c join users u on u.id = c.user_id
                    where c.provider_order_id = ${providerOrderId} for key share of u)
    select from carts where id = (select cart_id from customer) for no key update`;

export const lockPaidCheckout = (providerOrderId: string) =>
  count('checkout.lockPaid')`select from checkouts where provider_order_id = ${providerOrderId} for no key update`;

const paid = <Placement>(placement: Parser<Placement>) => ({
  checkout: json(Payable),
  /** The recorded payment, or the id of a new one. */
  found: json(z.object({ id: z.string(), status: z.enum(PAYMENT_STATES).nullable() })),
  /** The order that the checkout would become. */
  placement: json(placement),
  /** The order that the payment has become. */
  placed: orNull(json(PlacedOrder)),
});
type ProviderIds = { orderId: string; paymentId: string };

export const findPaid = <Placement>(
  { orderId, paymentId }: ProviderIds,
  placement: { columns: Fragment; schema: Parser<Placement> },
) =>
  first('checkout.findPaid', paid(placement.schema))`
    select json_build_object(
             'id', c.id, 'userId', c.user_id, 'cartId', c.cart_id, 'status', c.status,
             'discountCodeId', c.discount_code_id, 'chargeMinor', c.charge_minor, 'chargeCurrency', c.charge_currency,
             'chargeRate', c.charge_rate::float8, 'customerDeleted', u.deleted_at is not null) as checkout,
           json_build_object('id', coalesce(p.id, uuid_v7()), 'status', p.status) as found,
           (select to_json(placement) from (select ${placement.columns}) placement) as placement,
           case when o.id is not null then json_build_object('orderId', o.id, 'number', o.number) end as placed
      from checkouts c join users u on u.id = c.user_id cross join store_settings s
      left join payments p on p.checkout_id = c.id and p.provider_payment_id = ${paymentId}
      left join orders o on o.id = p.order_id
     where c.provider_order_id = ${orderId}`;

const sibling = { status: oneOf(CHECKOUT_STATUSES), isNewer: bool, sameVersion: bool };

/** How the other checkouts of its cart compare with this one; at most one row for each combination. */
export const listSiblings = (tx: Db, id: string) =>
  tx.run(all('checkout.listSiblings', sibling)`
    select distinct s.status, s.id > c.id as is_newer, s.cart_version = c.cart_version as same_version
      from checkouts c join checkouts s on s.cart_id = c.cart_id and s.id <> c.id where c.id = ${id}`);

export const updateCancelled = (id: string) =>
  count('checkout.cancel')`update checkouts set status = 'cancelled' where id = ${id}`;

/** Their cart was bought by an older checkout. Expired ones hold neither stock nor a code. */
export const cancelNewerExpired = ({ id, cartId }: Pick<Payable, 'id' | 'cartId'>) =>
  count('checkout.cancelNewerExpired')`
    update checkouts set status = 'cancelled' where cart_id = ${cartId} and id > ${id} and status = 'expired'`;

/** Whether something in it is no longer sold: unpublished, switched off, or without this variant. */
export async function hasWithdrawn(tx: Db, checkoutId: string) {
  const found = await tx.run(count('checkout.hasWithdrawn')`
    select from checkout_lines l join variants v on v.id = l.variant_id join products p on p.id = v.product_id
     where l.checkout_id = ${checkoutId} and not (p.sellable and p.status = 'published' and v.archived_at is null)
     limit 1`);
  return found === 1;
}

/**
 * Changes nothing if the status has changed since. Violates a constraint if the checkout has followed its buyer since
 * (`updateBuyer`): the order would be another person's.
 */
export const updateCompleted = ({ id, status, userId, cartId }: Pick<Payable, 'id' | 'status' | 'userId' | 'cartId'>) =>
  count('checkout.complete')`
    update checkouts
       set status = case when user_id = ${userId} and cart_id is not distinct from ${cartId} then 'completed' end,
           reconcile_at = null
     where id = ${id} and status = ${status}`;

type Charge = { orderId: string | null; amountMinor: Minor; currency: string };

/** Whether an open checkout awaits exactly this amount. */
export async function isAwaited(db: Db, { orderId, amountMinor, currency }: Charge) {
  const found = await db.run(count('checkout.isAwaited')`
    select from checkouts where provider_order_id = ${orderId} and status = 'open'
       and charge_minor = ${amountMinor} and charge_currency = ${currency}`);
  return found === 1;
}

const finalized = {
  status: oneOf(PAYMENT_STATES),
  orderId: orNull(uuid),
  number: orNull(text),
  late: bool,
};

/** By our own payment id. */
export const findFinalized = (db: Db, paymentId: string) =>
  db.run(one('checkout.findFinalized', finalized)`
    select p.status, o.id as order_id, o.number, c.status = 'expired' as late
      from payments p join checkouts c on c.id = p.checkout_id left join orders o on o.id = p.order_id
     where p.id = ${paymentId}`);
