import { z } from 'zod';
import { VARIANT_OPTIONS } from '#platform/database/ordered-options.ts';
import { json, number, orNull, type Row, text, uuid } from '#platform/database/row.ts';
import { all, count, type Fragment, first, sql } from '#platform/database/sql.ts';

export const findOffered = (variantId: string) =>
  first('waitlist.findOffered', {})`
    select from variants v join products p on p.id = v.product_id
     where v.id = ${variantId} and v.archived_at is null and p.status = 'published'`;

type NewWaitlistEntry = { variantId: string; email: string; userId: string | undefined };

/**
 * An existing request keeps its place. Beyond `most` requests per email nothing is stored, because no customer waits
 * for so many variants. If a guest and an account use one email, the row is the account's only if that is verified.
 */
export const insertWaitlistEntry = ({ variantId, email, userId }: NewWaitlistEntry, most: number) =>
  count('waitlist.insert')`
    insert into waitlist (variant_id, email, user_id)
    select ${variantId}, ${email}, ${userId ?? null}::uuid
     where (select count(*) from (select from waitlist where email = ${email} limit ${most}) waiting) < ${most}
        on conflict (variant_id, email) do update
           set user_id = (select u.id from users u
                           where u.id in (excluded.user_id, waitlist.user_id)
                             and (u.email_verified or excluded.user_id = waitlist.user_id)
                           order by u.id = excluded.user_id desc limit 1)`;

/**
 * Requested variants that can be bought, for whatever reason. A loose index scan steps from variant to variant, so its
 * cost grows with the number of requested variants, not of requests.
 */
export const listBackInStock = () =>
  all('waitlist.listBackInStock', { variantId: uuid, available: number })`
    with recursive requested as (
      (select variant_id from waitlist order by variant_id limit 1)
      union all
      select (select w.variant_id from waitlist w where w.variant_id > requested.variant_id order by w.variant_id limit 1)
        from requested where requested.variant_id is not null)
    select s.variant_id, s.available
      from requested join stock s using (variant_id)
      join variants v on v.id = s.variant_id and v.archived_at is null
      join products p on p.id = s.product_id and p.status = 'published' and p.sellable
     where s.available > 0`;

const entry = { id: uuid, userId: orNull(uuid), email: text };
export type WaitlistEntry = Row<typeof entry>;

/**
 * The first requests that can get an email: verified customers, then addresses below the hourly limit for others, which
 * anyone can invent.
 */
export const listWaitlistEntries = (variantId: string, most: number, isUnderLimit: (email: Fragment) => unknown) =>
  all('waitlist.listEntries', entry)`
    select w.id, w.user_id, w.email from waitlist w left join users u on u.id = w.user_id
     where w.variant_id = ${variantId} and (u.email_verified or ${isUnderLimit(sql`coalesce(u.email, w.email)`)})
     order by u.email_verified is not true, w.id limit ${most}`;

const claimed = { ...entry, name: text, product: text, slug: text, options: json(z.record(z.string(), z.string())) };

/** Deletes and returns these requests, except those another worker has locked. Callers hold locks on the users. */
export const claimWaitlistEntries = (ids: string[], userIds: string[]) =>
  all('waitlist.claimEntries', claimed)`
    with claimed as (
      delete from waitlist where id in (
        select id from waitlist
         where id = any (${ids}::uuid[])
           and (user_id is null or user_id = any (${userIds}::uuid[]))
         order by id for update skip locked)
      returning id, variant_id, email, user_id)
    select claimed.id, claimed.user_id, coalesce(u.email, claimed.email) as email, coalesce(u.name, '') as name,
           p.name as product, p.slug, ${VARIANT_OPTIONS} as options
      from claimed join variants v on v.id = claimed.variant_id join products p on p.id = v.product_id
      left join users u on u.id = claimed.user_id`;
