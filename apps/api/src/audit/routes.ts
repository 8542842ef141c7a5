import { createHash } from 'node:crypto';
import * as operations from '@shop/contracts/audit/admin-operations';
import { needsPassword } from '@shop/contracts/audit/constants';
import { AUDIT_ENTRIES_SHOWN, type AuditEntry, type AuditQuery, UndoneAuditEntry } from '@shop/contracts/audit/schema';
import { plusDays, startOfDay } from '@shop/contracts/common/days';
import { Id } from '@shop/contracts/common/schema';
import { BUILT_IN_PAGES } from '@shop/contracts/content/built-in-pages';
import { isBuiltInSlug } from '@shop/contracts/content/constants';
import { onRequestEnd } from '@shop/telemetry/request-end';
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { findStoreTimeZone } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { text } from '#platform/database/row.ts';
import { all, type Fragment, join, raw, sql } from '#platform/database/sql.ts';
import type { Actor } from '#platform/http/access.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { keyedCall, runIdempotent } from '#platform/http/idempotency.ts';
import { paginate, setNextLink } from '#platform/http/paging.ts';
import { toIso } from '#platform/timestamps.ts';
import { changesIn } from './change-rules.ts';
import { type EntryRow, findUser, listAuditEntries } from './queries.ts';
import { hasName, hrefOf, type ThingName, titleOf, verbOf } from './sentence-rules.ts';
import type { SecurityLog } from './service.ts';
import { getUndoableEntry, type UndoTable, undoAuditEntry } from './undo.ts';
import { canUndo, isRecent, isUndoable } from './undo-rules.ts';

const params = z.object({ id: Id });

type AuditRouteOptions = {
  undo: UndoTable;
  /** Throws if it is not the password of the actor. */
  confirmPassword: (actor: Actor, password: string) => Promise<void>;
};

/** Every request that is refused with 403, whichever its route. */
export function recordDeniedAccess(app: FastifyInstance, events: Pick<SecurityLog, 'accessDenied' | 'flush'>) {
  onRequestEnd(app, ({ actorIfAny, method, routeOptions, id }, { statusCode }) => {
    if (statusCode === 403 && actorIfAny)
      events.accessDenied(actorIfAny, { method, route: routeOptions.url ?? '', requestId: id });
  });
  app.addHook('onClose', events.flush);
}

export const auditRoutes: FastifyPluginAsync<AuditRouteOptions> = async (app, { undo, confirmPassword }) => {
  withoutCaching(app);
  const { db } = app;

  handle(app, operations.listAuditEntries, { access: 'audit.read' }, async ({ actor, query }, reply) => {
    const { entries, next } = await browseAuditLog(db, actor, query);
    setNextLink(reply, '/api/admin/audit-log', query, next);
    return entries;
  });

  handle(
    app,
    operations.undoAuditEntry,
    {
      // The permission of the undone action is checked too.
      access: 'audit.read',
      rate: 'cart',
      // Needs no password, and counts no attempt.
      dryRun: (request: FastifyRequest) =>
        db.transaction((tx) => undoAuditEntry(tx, request.actor, params.parse(request.params).id, undo)),
    },
    async (request) => {
      const { actor, body } = request;
      const { id } = request.params;
      const { action } = await getUndoableEntry(db, actor, id);
      if (needsPassword(action)) await confirmPassword(actor, body.password ?? '');
      return runIdempotent(db, callOf(request), UndoneAuditEntry, (tx) => undoAuditEntry(tx, actor, id, undo));
    },
  );
};

/** The URL is the whole request. The body is left out: no fast hash of a password may be stored. */
const callOf = (request: FastifyRequest) => ({
  ...keyedCall(request),
  requestHash: createHash('sha256').update(`${request.method} ${request.url}`).digest(),
});

async function browseAuditLog(db: Db, actor: Actor, { who, from, to, ...query }: AuditQuery) {
  const user = who ? await db.run(findUser({ email: who })) : undefined;
  // No account has this email address, so there are no entries.
  if (who && !user) return { entries: [], next: undefined };

  // Failed logins have no actor: they are found by the account.
  const by = query.entity === 'login' && user ? { entityId: user.id } : { actorId: user?.id };
  const timeZone = await findStoreTimeZone(db);
  const days = {
    ...(from && { since: startOfDay(from, timeZone) }),
    ...(to && { before: startOfDay(plusDays(to, 1), timeZone) }),
  };
  const { items, next } = paginate(
    await db.run(listAuditEntries({ ...query, ...by, ...days, limit: AUDIT_ENTRIES_SHOWN + 1 })),
    AUDIT_ENTRIES_SHOWN,
  );
  const nameOf = await listNames(db, items.filter(hasName));
  const now = new Date();
  return { entries: items.map((row) => entryOf(row, nameOf(row), { actor, now, timeZone })), next };
}

type Reader = { actor: Actor; now: Date; timeZone: string };

function entryOf(row: EntryRow, name: ThingName | undefined, reader: Reader): AuditEntry {
  const { id, createdAt, actor, action, entity, entityId, before, after, requestId } = row;
  const title = titleOf(row, name);
  return {
    id,
    createdAt: toIso(createdAt),
    actor,
    action,
    entity,
    entityId,
    verb: verbOf(row),
    title,
    href: hrefOf(row, name),
    changes: changesIn(row, title, reader.timeZone),
    erased: before === null && after === null,
    undo: undoStateOf(row, reader),
    before,
    after,
    requestId,
  };
}

function undoStateOf(row: EntryRow, { actor, now }: Reader): AuditEntry['undo'] {
  if (row.undone) return 'done';
  return isUndoable(row) && isRecent(row.createdAt, now) && canUndo(actor, row) ? 'possible' : 'none';
}

type Thing = { entity: string; entityId: string };
const name = { entity: text, id: text, title: text, target: text };

const byId = (table: Fragment, title: Fragment) => (ids: Fragment) =>
  sql`select id::text, ${title} as title, id::text as target from ${table} where id = any (${ids})`;

/** By entity type. Each is a lookup by primary key. */
const NAMES: Record<string, (ids: Fragment) => Fragment> = {
  product: byId(sql`products`, sql`name`),
  product_import: byId(sql`product_imports`, sql`file_name`),
  category: byId(sql`categories`, sql`name`),
  brand: byId(sql`brands`, sql`name`),
  collection: byId(sql`collections`, sql`name`),
  order: byId(sql`orders`, sql`'#' || number`),
  customer: byId(sql`users`, sql`name`),
  review: (ids) => sql`
    select r.id::text, p.name as title, p.id::text as target
      from reviews r join products p on p.id = r.product_id where r.id = any (${ids})`,
  ticket: byId(sql`support_tickets`, sql`'#' || number`),
  discount_code: byId(sql`discount_codes`, sql`code`),
  campaign: byId(sql`campaigns`, sql`title`),
  page: (ids) => sql`
    select p.id::text, coalesce(v.title, p.draft_title, p.slug) as title, p.id::text as target
      from pages p left join page_versions v on v.id = p.published_version_id where p.id = any (${ids})`,
};

const keyOf = ({ entity, entityId }: Thing) => `${entity} ${entityId.toLowerCase()}`;

/** Names of records that exist, in one statement for all of a page. Each id must be a UUID. */
async function listNames(db: Db, things: Thing[]): Promise<(thing: Thing) => ThingName | undefined> {
  const entities = [...new Set(things.map(({ entity }) => entity))];
  const selects = entities.flatMap((entity) => {
    const ids = things.filter((thing) => thing.entity === entity).map(({ entityId }) => entityId);
    const select = NAMES[entity]?.(sql`${[...new Set(ids)]}::uuid[]`);
    return select ? sql`select ${entity}::text as entity, named.* from (${select}) named` : [];
  });
  if (selects.length === 0) return () => undefined;
  const rows = await db.run(all('audit.names', name)`${join(selects, raw(' union all '))}`);
  const names = new Map<string, ThingName>(
    rows.map(({ entity, id, title, target }) => [
      keyOf({ entity, entityId: id }),
      // A built-in page without a text of the owner's own.
      { title: entity === 'page' && isBuiltInSlug(title) ? BUILT_IN_PAGES[title].title : title, target },
    ]),
  );
  return (thing: Thing) => names.get(keyOf(thing));
}
