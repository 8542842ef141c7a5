import { waitlistMessages } from '@shop/contracts/waitlist/messages';
import type { BackInStockRequest } from '@shop/contracts/waitlist/schema';
import { z } from 'zod';
import { isUnderLimit, lockRecipientsUnderLimit, queueEmails } from '#mail/service.ts';
import { VARIANT_OPTIONS } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { json, number, orNull, type Row, text, uuid } from '#platform/database/row.ts';
import { all, count, type Fragment, first, sql } from '#platform/database/sql.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { lockActiveUser, lockActiveUsers, lockAgainstDeletion } from '#platform/http/active-user.ts';
import { batchSize, formatOptions, MAX_ENTRIES_PER_EMAIL, productPath } from './rules.ts';

/** A customer gets the alert at the account's email, a guest at the given one. Idempotent. */
export async function requestBackInStockAlert(
  db: Db,
  actor: Actor | undefined,
  { variantId, email: given }: BackInStockRequest,
) {
  if (!(await db.run(findOffered(variantId))))
    throw new DomainError('not_found', 'variant_not_found', waitlistMessages.notFound);

  await db.transaction(async (tx) => {
    const email = actor ? (await lockActiveUser(tx, actor.id)).email : given;
    if (!email) throw emailMissing();
    if (!actor) await lockAgainstDeletion(tx, { email });
    const userId = actor?.guest ? undefined : actor?.id;
    await tx.run(insertWaitlistEntry({ variantId, email, userId }, MAX_ENTRIES_PER_EMAIL));
  });
}

const emailMissing = () =>
  new DomainError('invalid', 'email_missing', waitlistMessages.invalidEmail, {
    errors: [{ field: 'email', message: waitlistMessages.invalidEmail }],
  });

/** One transaction per variant: a request is deleted if and only if its email is queued. */
export async function notifyBackInStock(db: Db) {
  for (const { variantId, available } of await db.run(listBackInStock()))
    await db.transaction(async (tx) => {
      const first = await tx.run(
        listWaitlistEntries(variantId, batchSize(available), (email) => isUnderLimit(email, 'form')),
      );
      const users = await lockActiveUsers(
        tx,
        first.flatMap(({ userId }) => userId ?? []),
      );
      // Requests whose email has reached the hourly limit keep their place.
      const isVerifiedCustomer = (userId: string | null) =>
        userId !== null && users.get(userId)?.emailVerified === true;
      const emailOf = ({ userId, email }: WaitlistEntry) => (userId && users.get(userId)?.email) || email;
      const unverifiedEmails = first.filter(({ userId }) => !isVerifiedCustomer(userId)).map(emailOf);
      const underLimit = await lockRecipientsUnderLimit(tx, unverifiedEmails, 'form');
      const claimed = await tx.run(
        claimWaitlistEntries(
          first
            .filter((entry) => isVerifiedCustomer(entry.userId) || underLimit.has(emailOf(entry)))
            .map(({ id }) => id),
          [...users.keys()],
        ),
      );
      await queueEmails(
        tx,
        claimed.map(({ id, userId, email, name, product, slug, options }) => ({
          kind: 'back_in_stock',
          to: email,
          userId: userId ?? undefined,
          key: id,
          unsolicited: !isVerifiedCustomer(userId),
          data: { name, product, options: formatOptions(options), path: productPath({ slug, options }) },
        })),
      );
    });
}

const findOffered = (variantId: string) =>
  first('waitlist.findOffered', {})`
    select from variants v join products p on p.id = v.product_id
     where v.id = ${variantId} and v.archived_at is null and p.status = 'published'`;

type NewWaitlistEntry = { variantId: string; email: string; userId: string | undefined };

/**
 * An existing request keeps its place. Beyond `most` requests per email nothing is stored, because no customer waits
 * for so many variants. If a guest and an account use one email, the row is the account's only if that is verified.
 */
const insertWaitlistEntry = ({ variantId, email, userId }: NewWaitlistEntry, most: number) =>
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
const listBackInStock = () =>
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
type WaitlistEntry = Row<typeof entry>;

/**
 * The first requests that can get an email: verified customers, then addresses below the hourly limit for others, which
 * anyone can invent.
 */
const listWaitlistEntries = (variantId: string, most: number, isUnderLimit: (email: Fragment) => unknown) =>
  all('waitlist.listEntries', entry)`
    select w.id, w.user_id, w.email from waitlist w left join users u on u.id = w.user_id
     where w.variant_id = ${variantId} and (u.email_verified or ${isUnderLimit(sql`coalesce(u.email, w.email)`)})
     order by u.email_verified is not true, w.id limit ${most}`;

const claimed = { ...entry, name: text, product: text, slug: text, options: json(z.record(z.string(), z.string())) };

/** Deletes and returns these requests, except those another worker has locked. Callers hold locks on the users. */
const claimWaitlistEntries = (ids: string[], userIds: string[]) =>
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
