import type { Db } from '#platform/database/db.ts';
import { number, present, type Row } from '#platform/database/row.ts';
import { all, count } from '#platform/database/sql.ts';
import { deleteInPortions, endOfRetention, PORTION } from '#platform/retention.ts';

/**
 * What failed payments, unpaid orders at the provider and unpaid units are counted by: `source` is an HMAC, which cannot
 * be reversed. Units are limited to `unitsFactor` times the store's limit, and not counted by a source without it.
 */
export type PaymentSource = { source: Buffer; mostFailures: number; mostOrders: number; unitsFactor?: number };

const asList = (sources: PaymentSource[]) =>
  JSON.stringify(sources.map(({ source, mostFailures }) => ({ source: source.toString('hex'), most: mostFailures })));

const failures = { failed: number, most: present(number, 'every source has one'), secondsLeft: number };
export type Failures = Row<typeof failures>;

/**
 * The recently failed payments of each source, counted up to its limit, and the seconds until the first of these no
 * longer counts. A checkout lasts half an hour at most, so only sources of the last hour are read.
 */
export const listRecentFailures = (sources: PaymentSource[], minutes: number) =>
  all('payments.listRecentFailures', failures)`
    select f.failed, s.most, f.seconds_left
      from jsonb_to_recordset(${asList(sources)}::jsonb) as s (source text, most int)
     cross join lateral (
       select count(*)::int as failed,
              coalesce(ceil(extract(epoch from min(at) + ${minutes} * interval '1 minute' - now())), 0)::int as seconds_left
         from (select p.created_at as at from payment_sources o join payments p using (checkout_id)
                where o.source = decode(s.source, 'hex') and o.created_at > now() - interval '1 hour'
                  and p.status = 'failed' and p.created_at > now() - ${minutes} * interval '1 minute'
                order by p.created_at desc limit s.most) latest) f`;

export const insertSources = (checkoutId: string, sources: PaymentSource[]) =>
  count('payments.insertSources')`
    insert into payment_sources (checkout_id, source)
    select ${checkoutId}, decode(s.source, 'hex') from jsonb_to_recordset(${asList(sources)}::jsonb) as s (source text)
    on conflict (checkout_id, source) do update set created_at = now()`;

/** Older ones are not counted. */
export const deleteOldSources = (db: Db) =>
  deleteInPortions(() =>
    db.run(count('payments.deleteOldSources')`
      delete from payment_sources where (checkout_id, source) in (
        select checkout_id, source from payment_sources where created_at < ${endOfRetention('paymentSources')}
         order by created_at limit ${PORTION} for update skip locked)`),
  );
