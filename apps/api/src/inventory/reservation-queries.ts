import { count, raw } from '#platform/database/sql.ts';

/*
 * Stock is always locked by variant id, and after discount codes: every caller that changes several rows locks them in
 * this order, so that concurrent checkouts do not deadlock.
 */

/** Moves all units of a checkout from one stock bucket to another. With too few it violates the check of the bucket. */
export function moveStock(checkoutId: string, from: 'available' | 'reserved', to: 'reserved' | 'sold') {
  const [source, target] = [raw(from), raw(to)];
  return count('inventory.moveStock')`
    with requested as (
           select s.variant_id, l.quantity
             from checkout_lines l join stock s using (variant_id) where l.checkout_id = ${checkoutId}
            order by s.variant_id for no key update of s),
         stored as (
           insert into reservations (checkout_id, variant_id, quantity, status, expires_at)
           select c.id, r.variant_id, r.quantity, ${to}, c.expires_at from checkouts c, requested r
            where c.id = ${checkoutId}
               on conflict (checkout_id, variant_id) do update set status = excluded.status)
    update stock s set ${source} = s.${source} - w.quantity, ${target} = s.${target} + w.quantity
      from requested w where s.variant_id = w.variant_id`;
}

/** Reservations expire together with their checkout. */
export const updateExpiry = (checkoutId: string) =>
  count('inventory.updateExpiry')`
    update reservations r set expires_at = c.expires_at from checkouts c
     where r.checkout_id = ${checkoutId} and c.id = r.checkout_id and r.expires_at <> c.expires_at`;

export const lockStockOf = ({ checkoutIds, variantIds }: { checkoutIds: string[]; variantIds: string[] }) =>
  count('inventory.lockStockOf')`
    select from stock
     where variant_id = any (${variantIds})
        or variant_id in (select variant_id from reservations where checkout_id = any (${checkoutIds}))
     order by variant_id for no key update`;

export const updateReleased = (checkoutIds: string[]) =>
  count('inventory.updateReleased')`
    with released as (update reservations set status = 'released'
                       where checkout_id = any (${checkoutIds}) and status = 'reserved'
                      returning variant_id, quantity),
         units as (select variant_id, sum(quantity) as units from released group by 1),
         locked_stock as (select s.variant_id, units.units from stock s join units using (variant_id)
                      order by s.variant_id for no key update of s)
    update stock s set reserved = s.reserved - h.units, available = s.available + h.units
      from locked_stock h where s.variant_id = h.variant_id`;
