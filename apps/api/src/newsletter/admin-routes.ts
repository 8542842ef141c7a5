import { MINUTE_MS } from '@shop/contracts/common/time';
import { adminNewsletterMessages as texts } from '@shop/contracts/newsletter/admin-messages';
import * as operations from '@shop/contracts/newsletter/admin-operations';
import { SUBSCRIBERS_SHOWN, type SubscriberQuery } from '@shop/contracts/newsletter/admin-schema';
import type { FastifyPluginAsync } from 'fastify';
import { record, recordExport } from '#audit/service.ts';
import { csvRow } from '#platform/csv.ts';
import { escapeLike } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { text, timestamp, uuid } from '#platform/database/row.ts';
import { all, and, count, sql } from '#platform/database/sql.ts';
import { recordEffect } from '#platform/dry-run.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { sendCsv } from '#platform/http/download.ts';
import { handle } from '#platform/http/handle.ts';
import { runOnceWithoutResponse } from '#platform/http/idempotency.ts';
import { paginate, readPages, setNextLink } from '#platform/http/paging.ts';
import { toIso, withIsoDate } from '#platform/timestamps.ts';

export const adminNewsletterRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);

  handle(app, operations.listSubscribers, { access: 'newsletter.read', rate: 'search' }, async ({ query }, reply) => {
    const { subscribers, next } = await browseSubscribers(app.db, query);
    setNextLink(reply, '/api/admin/newsletter', query, next);
    return subscribers;
  });

  handle(
    app,
    operations.exportSubscribers,
    { access: 'newsletter.write', rate: 'search', handlerTimeout: 30 * MINUTE_MS },
    async (request, reply) => sendCsv(request, reply, 'newsletter.csv', await exportSubscribers(app.db, request)),
  );

  handle(
    app,
    operations.removeSubscriber,
    { access: 'newsletter.write', rate: 'cart', dryRun: true },
    async (request) => {
      await runOnceWithoutResponse(app.db, request, (tx) => removeSubscriber(tx, request.actor, request.params.id));
    },
  );
};

const EXPORT_PAGE = 1_000;

async function browseSubscribers(db: Db, query: SubscriberQuery) {
  const rows = await db.run(listSubscribers({ ...query, limit: SUBSCRIBERS_SHOWN + 1 }));
  const { items, next } = paginate(rows, SUBSCRIBERS_SHOWN);
  return { subscribers: items.map(withIsoDate), next };
}

async function exportSubscribers(db: Db, { actor, readDb }: { actor: Actor; readDb: Db }) {
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
async function removeSubscriber(tx: Db, actor: Actor, id: string) {
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

const IS_SUBSCRIBED = sql`confirmed_at is not null and unsubscribed_at is null`;

type SubscriberFilter = { q?: string; after?: string; limit: number };

/** Newest first, keyset pagination: ids are time-ordered (UUIDv7). Prefix matches are found first, then sorted. */
const listSubscribers = ({ q, after, limit }: SubscriberFilter) =>
  all('newsletter.list', { id: uuid, email: text, createdAt: timestamp })`
    select id, email, created_at from newsletter_subscribers
     where ${and(IS_SUBSCRIBED, q && sql`email like ${`${escapeLike(q)}%`}`, after && sql`id < ${after}`)}
     order by id desc limit ${limit}`;

/** Writes no row if the address is no longer subscribed. */
const updateUnsubscribed = (id: string) =>
  count('newsletter.remove')`
    update newsletter_subscribers set unsubscribed_at = now() where id = ${id} and ${IS_SUBSCRIBED}`;
