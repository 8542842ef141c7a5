import { SUBSCRIBERS_SHOWN, type SubscriberQuery } from '@shop/contracts/admin-newsletter';
import { adminNewsletterMessages as words } from '@shop/contracts/admin-newsletter-texts';
import { record } from '#audit/service.ts';
import type { Db } from '#db.ts';
import type { Actor } from '#platform/access.ts';
import { csvRow } from '#platform/csv.ts';
import { DomainError } from '#platform/errors.ts';
import { inPages, pageOf } from '#platform/paging.ts';
import { listSubscribers, updateUnsubscribed } from './queries-desk.ts';

const EXPORT_PAGE = 1_000;

export async function browseSubscribers(db: Db, query: SubscriberQuery) {
  const rows = await listSubscribers(db, { ...query, limit: SUBSCRIBERS_SHOWN + 1 });
  const { items, next } = pageOf(rows, SUBSCRIBERS_SHOWN);
  return { subscribers: items.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })), next };
}

/** Everybody on the list, as a table; read page by page while it is sent. */
export async function* writeSubscribers(db: Db) {
  yield csvRow([words.email, words.since]);
  const page = (limit: number, last?: { id: string }) => listSubscribers(db, { limit, after: last?.id });
  for await (const rows of inPages(EXPORT_PAGE, page))
    yield rows.map(({ email, createdAt }) => csvRow([email, createdAt.toISOString()])).join('');
}

/** The row stays, so that it can be shown when and that they left; the record names it by its id alone. */
export function removeSubscriber(db: Db, actor: Actor, id: string) {
  return db.transaction(async (tx) => {
    if (!(await updateUnsubscribed(tx, id))) throw new DomainError('not_found', 'subscriber_not_found', words.notFound);
    await record(tx, actor, {
      action: 'newsletter.remove',
      entity: 'subscriber',
      entityId: id,
      before: { subscribed: true },
      after: { subscribed: false },
    });
  });
}
