import { sql } from 'drizzle-orm';
import type { Db } from '#db.ts';

export async function isOffered(db: Db, variantId: string) {
  const { rowCount } = await db.execute(sql`
    select from variants v join products p on p.id = v.product_id
     where v.id = ${variantId} and v.archived_at is null and p.status = 'published'`);
  return rowCount === 1;
}

type Wish = { variantId: string; email: string; userId: string | undefined };

/**
 * Who waits already keeps their place. Beyond `most` pieces nothing is noted, for no person waits for so many. When a
 * guest and an account ask with the same address, the row is the account's only if its address is verified.
 */
export const insertWaiting = (db: Db, { variantId, email, userId }: Wish, most: number) =>
  db.execute(sql`
    insert into waitlist (variant_id, email, user_id)
    select ${variantId}, ${email}, ${userId ?? null}::uuid
     where (select count(*) from (select from waitlist where email = ${email} limit ${most}) waiting) < ${most}
        on conflict (variant_id, email) do update
           set user_id = (select u.id from users u
                           where u.id in (excluded.user_id, waitlist.user_id)
                             and (u.email_verified or excluded.user_id = waitlist.user_id)
                           order by u.id = excluded.user_id desc limit 1)`);

/**
 * Pieces somebody waits for that can be bought, however that came to be. It steps from piece to piece through the index,
 * and so takes as long as there are pieces waited for, not people.
 */
export async function listReturned(db: Db) {
  const { rows } = await db.execute<{ variantId: string; available: number }>(sql`
    with recursive wanted as (
      (select variant_id from waitlist order by variant_id limit 1)
      union all
      select (select w.variant_id from waitlist w where w.variant_id > wanted.variant_id order by w.variant_id limit 1)
        from wanted where wanted.variant_id is not null)
    select s.variant_id as "variantId", s.available::float8 as available
      from wanted join stock s using (variant_id)
      join variants v on v.id = s.variant_id and v.archived_at is null
      join products p on p.id = s.product_id and p.status = 'published' and p.sellable
     where s.available > 0`);
  return rows;
}

type Told = {
  id: string;
  userId: string | null;
  email: string;
  name: string;
  product: string;
  slug: string;
  options: Record<string, string>;
};

/** The first in line. */
export async function listWaiting(db: Db, variantId: string, most: number) {
  const { rows } = await db.execute<{ id: string; userId: string | null }>(sql`
    select id, user_id as "userId" from waitlist where variant_id = ${variantId} order by id limit ${most}`);
  return rows;
}

/** These leave the line, unless somebody else is taking them at this moment. Callers hold the users. */
export async function takeWaiting(tx: Db, ids: string[], userIds: string[]) {
  const { rows } = await tx.execute<Told>(sql`
    with told as (
      delete from waitlist where id in (
        select id from waitlist
         where id = any (${sql.param(ids)}::uuid[])
           and (user_id is null or user_id = any (${sql.param(userIds)}::uuid[]))
         order by id for update skip locked)
      returning id, variant_id, email, user_id)
    select told.id, told.user_id as "userId", coalesce(u.email, told.email) as email, coalesce(u.name, '') as name,
           p.name as product, p.slug, v.option_values as options
      from told join variants v on v.id = told.variant_id join products p on p.id = v.product_id
      left join users u on u.id = told.user_id`);
  return rows;
}
