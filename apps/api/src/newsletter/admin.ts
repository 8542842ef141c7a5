import { adminNewsletterMessages as texts } from '@shop/contracts/newsletter/admin-messages';
import { SUBSCRIBERS_SHOWN, type SubscriberQuery } from '@shop/contracts/newsletter/admin-schema';
import { record, recordExport } from '#audit/service.ts';
import { csvRow } from '#platform/csv.ts';
import type { Db } from '#platform/database/db.ts';
import { recordEffect } from '#platform/effects.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { paginate, readPages } from '#platform/http/paging.ts';
import { toIso, withIsoDate } from '#platform/timestamps.ts';
import { listSubscribers, updateUnsubscribed } from './admin-queries.ts';

const EXPORT_PAGE = 1_000;

export async function browseSubscribers(db: Db, query: SubscriberQuery) {
  const rows = await db.run(listSubscribers({ ...query, limit: SUBSCRIBERS_SHOWN + 1 }));
  const { items, next } = paginate(rows, SUBSCRIBERS_SHOWN);
  return { subscribers: items.map(withIsoDate), next };
}

export async function exportSubscribers(db: Db, { actor, readDb }: { actor: Actor; readDb: Db }) {
  await recordExport(db, actor, 'newsletter');
  return writeRows(readDb);
}

/** Streams: reads page by page while the response is sent. */
async function* writeRows(db: Db) {
  yield csvRow([texts.email, texts.since]);
  const page = (limit: number, last?: { id: string }) => db.run(listSubscribers({ limit, after: last?.id }));
  for await (const rows of readPages(EXPORT_PAGE, page))
    yield rows.map(({ email, createdAt }) => csvRow([email, toIso(createdAt)])).join('');
}

/** Soft delete: the row stays as evidence of when the subscription ended. The audit entry holds only the id. */
export async function removeSubscriber(tx: Db, actor: Actor, id: string) {
  if (!(await tx.run(updateUnsubscribed(id))))
    throw new DomainError('not_found', 'subscriber_not_found', texts.notFound);
  recordEffect({ kind: 'deleted', what: 'subscriber', count: 1 });
  await record(tx, actor, {
    action: 'newsletter.remove',
    entity: 'subscriber',
    entityId: id,
    before: { subscribed: true },
    after: { subscribed: false },
  });
}
