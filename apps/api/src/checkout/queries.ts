import { RESERVATION_MINUTES } from '@shop/contracts/checkout/constants';
import { Cents, Minor } from '@shop/contracts/common/schema';
import type { OrderEstimate } from '@shop/contracts/settings/delivery';
import { z } from 'zod';
import { isCodeUsedUp } from '#discounts/sql.ts';
import type { Db } from '#platform/database/db.ts';
import { bool, json, number, oneOf, orNull, present, type Row, text, uuid } from '#platform/database/row.ts';
import { all, count, first, one, sql } from '#platform/database/sql.ts';
import { hasKey, type KeyedCall } from '#platform/http/idempotency.ts';
import { CHECKOUT_STATUSES, type CheckoutTerms, isPlacedAtOnce, type NewCheckout, Promised, Terms } from './rules.ts';

const RESERVATION_INTERVAL = sql`${RESERVATION_MINUTES} * interval '1 minute'`;
/** Longer than the timeout of a provider request. */
const REQUEST_TIMEOUT = sql`interval '8 seconds'`;
/** `findRemainingSeconds` rounds down: under a second is 0, and the payment window needs a timeout of at least 1. */
const ALIVE = sql`expires_at >= now() + interval '1 second'`;
const SECONDS_REMAINING = sql`greatest(floor(extract(epoch from expires_at - now())), 0)::int`;

const OrderedLines = z.array(z.object({ variantId: z.string(), quantity: z.number(), unitPriceCents: Cents }));
const openCheckout = {
  id: uuid,
  cartVersion: number,
  /** At least 1 second remains to pay, as counted by `findRemainingSeconds`. */
  alive: bool,
  providerOrderId: orNull(text),
  /** Another process is waiting for the provider's response. */
  requestInProgress: bool,
  requestedBefore: bool,
  /** Its customer has used the code since, in another checkout. */
  codeUsedUp: bool,
  /** The provider has reported a payment of any status. */
  hasPayments: bool,
  terms: json(Terms),
  lines: present(json(OrderedLines), 'a checkout has lines'),
  promise: orNull(json(Promised)),
};
export type OpenCheckout = Row<typeof openCheckout>;

/**
 * Those of the customer's cart, for callers that hold the cart's lock: at most one, except in old data and where a guest's
 * cart was merged after a checkout of each was started.
 */
export const lockOpenCheckouts = (userId: string) =>
  all('checkout.lockOpen', openCheckout)`
    select id, cart_version, ${ALIVE} as alive, provider_order_id,
           coalesce(provider_checked_until > now(), false) as request_in_progress,
           provider_checked_until is not null as requested_before, promise,
           ${isCodeUsedUp('checkouts')} as code_used_up,
           exists (select from payments p where p.checkout_id = checkouts.id) as has_payments,
           json_build_object(
             'paymentMethod', payment_method, 'addressId', address_id, 'shippingAddress', shipping_address,
             'shippingMethod', shipping_method, 'gift', gift, 'discountCodeId', discount_code_id, 'discountCode', discount_code,
             'discountBp', discount_bp, 'taxBp', tax_bp, 'subtotalCents', subtotal_cents, 'taxCents', tax_cents,
             'shippingCents', shipping_cents, 'discountCents', discount_cents, 'totalCents', total_cents,
             'chargeMinor', charge_minor, 'chargeCurrency', charge_currency,
             'chargeRate', charge_rate::float8) as terms,
           (select json_agg(json_build_object('variantId', l.variant_id, 'quantity', l.quantity,
                                              'unitPriceCents', l.unit_price_cents))
              from checkout_lines l where l.checkout_id = checkouts.id) as lines
      from checkouts where cart_id = (select id from carts where user_id = ${userId}) and status = 'open'
     order by id for no key update`;

/**
 * A checkout placed at once is completed; any other stays open until it is paid or expires. One that replaces
 * another counts as an extension (`extendCheckout`): it gets the full time once, after that what the other had left.
 */
export function insertCheckout(newCheckout: NewCheckout, replacedId?: string) {
  const { id, userId, cartId, cartVersion, terms, promise, lines } = newCheckout;
  const atOnce = isPlacedAtOnce(terms);
  return count('checkout.insert')`
    with line as (select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (
           "variantId" uuid, "productId" uuid, name text, "optionValues" jsonb, image text, "unitPriceCents" bigint,
           quantity int)),
         opened as (
           insert into checkouts (
             id, user_id, cart_id, cart_version, status, payment_method, address_id, shipping_address, shipping_method,
             gift, discount_code_id, discount_code, discount_bp, tax_bp, subtotal_cents, tax_cents, shipping_cents, discount_cents,
             total_cents, charge_minor, charge_currency, charge_rate, promise, expires_at, extended,
             provider_checked_until)
           values (
             ${id}, ${userId}, ${cartId}, ${cartVersion}, ${atOnce ? 'completed' : 'open'}, ${terms.paymentMethod},
             ${terms.addressId}, ${JSON.stringify(terms.shippingAddress)}::jsonb, ${terms.shippingMethod},
             ${terms.gift && JSON.stringify(terms.gift)}::jsonb, ${terms.discountCodeId}, ${terms.discountCode}, ${terms.discountBp}, ${terms.taxBp}, ${terms.subtotalCents},
             ${terms.taxCents}, ${terms.shippingCents}, ${terms.discountCents}, ${terms.totalCents},
             ${terms.chargeMinor}, ${terms.chargeCurrency}, ${terms.chargeRate},
             ${JSON.stringify(promise)}::jsonb,
             coalesce((select expires_at from checkouts where id = ${replacedId ?? null} and extended), now() + ${RESERVATION_INTERVAL}),
             ${replacedId !== undefined},
             ${atOnce ? null : sql`now() + ${REQUEST_TIMEOUT}`})
           returning id)
    insert into checkout_lines (checkout_id, variant_id, product_id, name, option_values, image, unit_price_cents,
                                quantity)
    select opened.id, "variantId", "productId", name, "optionValues", image, "unitPriceCents", quantity
      from opened, line`;
}

/** The customer agreed to these dates when the checkout was resumed. */
export const updatePromise = (id: string, promise: OrderEstimate) =>
  count('checkout.updatePromise')`update checkouts set promise = ${JSON.stringify(promise)}::jsonb where id = ${id}`;

/** Once only: repeated attempts to pay do not extend it further. */
export async function extendCheckout(tx: Db, id: string) {
  const found = await tx.run(count('checkout.extend')`
    update checkouts set extended = true, expires_at = now() + ${RESERVATION_INTERVAL} where id = ${id} and not extended`);
  return found === 1;
}

export const updateStatus = (ids: string[], status: 'expired' | 'cancelled') =>
  count('checkout.updateStatus')`update checkouts set status = ${status} where id = any (${ids})`;

export const startProviderRequest = (id: string) =>
  count(
    'checkout.startProviderRequest',
  )`update checkouts set provider_checked_until = now() + ${REQUEST_TIMEOUT} where id = ${id}`;

/** The next request need not wait; `requestedBefore` stays true. */
export const clearProviderRequest = (id: string) =>
  count(
    'checkout.clearProviderRequest',
  )`update checkouts set provider_checked_until = now() where id = ${id} and provider_order_id is null`;

/** Whether the checkout is open and has no provider order that could be paid. */
export async function lockUnopened(tx: Db, id: string) {
  const found = await tx.run(count('checkout.lockUnopened')`
    select from checkouts where id = ${id} and status = 'open' and provider_order_id is null for no key update`);
  return found === 1;
}

/** Whether the checkout can be paid by this provider order, for other statements. */
export const isOpenWith = (id: string, providerOrderId: string) => sql`
  exists (select from checkouts where id = ${id} and status = 'open' and provider_order_id = ${providerOrderId})`;

/** Returns the stored provider order: the first one, if two processes have opened one. */
export const updateProviderOrder = (id: string, providerOrderId: string) =>
  first('checkout.updateProviderOrder', { providerOrderId: text, secondsRemaining: number })`
    update checkouts
       set provider_order_id = coalesce(provider_order_id, ${providerOrderId}), provider_checked_until = now(),
           reconcile_at = now() + interval '1 minute'
     where id = ${id} and status = 'open'
    returning provider_order_id, ${SECONDS_REMAINING} as seconds_remaining`;

/** The new checkout is paid by the order that was opened for the one it replaces. */
export const moveProviderOrder = ({ from, to, orderId }: { from: string; to: string; orderId: string }) => ({
  detached: count('checkout.detachProviderOrder')`
    update checkouts set provider_order_id = null, reconcile_at = null, continued_by = ${to} where id = ${from}`,
  attached: count('checkout.attachProviderOrder')`
    update checkouts set provider_order_id = ${orderId}, provider_checked_until = now(), reconcile_at = now() + interval '1 minute'
     where id = ${to}`,
});

/** Whether the stock does not decide about the call: its response is stored, or it is refused for another reason. */
export const isDecidedBefore = (call: KeyedCall, paymentMethod: CheckoutTerms['paymentMethod']) => sql`
  ${hasKey(call)}
  or (${paymentMethod} = 'cod' and exists (select from users where id = ${call.userId} and not email_verified))`;

/** Until the reservation expires, by the database's clock; 0 afterwards. */
export async function findRemainingSeconds(db: Db, id: string) {
  const found = await db.run(first('checkout.findRemainingSeconds', { seconds: number })`
    select ${SECONDS_REMAINING} as seconds from checkouts where id = ${id}`);
  return found?.seconds ?? 0;
}

/** An open one can be paid, and its code still be used. */
export async function isOpenOrCompleted(tx: Db, id: string) {
  const found = await tx.run(count('checkout.isOpenOrCompleted')`
    select from checkouts
     where id = ${id} and (status = 'completed' or (status = 'open' and ${ALIVE} and not ${isCodeUsedUp('checkouts')}))`);
  return found === 1;
}

/** A checkout holds stock that is to be released, for other statements. */
export const HAS_EXPIRED = sql`exists (select from checkouts where status = 'open' and expires_at <= now())`;

/** Saves a transaction in the usual case that there is none. */
export async function hasExpired(db: Db) {
  const { found } = await db.run(one('checkout.hasExpired', { found: bool })`select ${HAS_EXPIRED} as found`);
  return found;
}

/** As many as fit into one short transaction. Waits for locked ones, or skips them. */
export async function lockExpired(tx: Db, limit: number, wait = false) {
  const rows = await tx.run(all('checkout.lockExpired', { id: uuid })`
    select id from checkouts where status = 'open' and expires_at <= now()
     order by expires_at, id limit ${limit} for no key update ${wait ? undefined : sql`skip locked`}`);
  return rows.map(({ id }) => id);
}

/**
 * Claims due checkouts and schedules their next check: every minute for the first hour, then hourly for 7 days. One that
 * was replaced is checked within a minute, as it was scheduled before, and then at an age of 5, 15 and 60 minutes; the
 * daily comparison has the rest. Those that a payment completes come first: however many others one client leaves
 * behind, a lost webhook delays an order by a minute.
 */
export async function claimDueForReconciliation(db: Db, limit: number) {
  const rows = await db.run(all('checkout.claimDue', { providerOrderId: present(text, 'one without is not due') })`
    update checkouts
       set reconcile_at =
             case when status = 'cancelled' then (
                    select min(created_at + age) from unnest(array[interval '5 minutes', '15 minutes', '1 hour']) age
                     where created_at + age > now())
                  when created_at > now() - interval '1 hour' then now() + interval '1 minute'
                  when created_at > now() - interval '7 days' then now() + interval '1 hour' end
     where id in (select id from checkouts where reconcile_at <= now()
                   order by status <> 'open', status <> 'expired', reconcile_at limit ${limit}
                  for no key update skip locked)
    returning provider_order_id`);
  return rows.map(({ providerOrderId }) => providerOrderId);
}

const Payable = z.object({
  order: z.object({ id: z.string(), amount: Minor, currency: z.string() }),
  secondsRemaining: z.number(),
  itemCount: z.number(),
});
const ownCheckout = {
  id: uuid,
  status: oneOf(CHECKOUT_STATUSES),
  orderId: orNull(uuid),
  number: orNull(text),
  refunded: bool,
  payable: orNull(json(Payable)),
};

export function findOwnCheckout(db: Db, userId: string, id: string) {
  return db.run(first('checkout.findOwn', ownCheckout)`
    with recursive continued as (
      select id, continued_by from checkouts where id = ${id}
      union all select n.id, n.continued_by from continued c join checkouts n on n.id = c.continued_by)
    select c.id, c.status, o.id as order_id, o.number,
           exists (select from payments p where p.checkout_id = last.id and p.status = 'refunded' and p.order_id is null)
             as refunded,
           case when c.status = 'open' and c.provider_order_id is not null and ${ALIVE}
                     and not ${isCodeUsedUp('c')} then json_build_object(
             'order', json_build_object('id', c.provider_order_id, 'amount', c.charge_minor, 'currency', c.charge_currency),
             'secondsRemaining', ${SECONDS_REMAINING},
             'itemCount', (select sum(quantity) from checkout_lines where checkout_id = c.id)) end as payable
      from checkouts c join continued last on last.continued_by is null left join orders o on o.checkout_id = last.id
     where c.id = ${id} and c.user_id = ${userId}`);
}
