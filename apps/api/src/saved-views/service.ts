import { AdminProductQuery } from '@shop/contracts/catalog/admin-schema';
import type { Parser } from '@shop/contracts/common/parser';
import { type Permission, STAFF_ROLES } from '@shop/contracts/common/permissions';
import { CustomerQuery } from '@shop/contracts/identity/admin-schema';
import { AdminOrderQuery } from '@shop/contracts/orders/admin-schema';
import { AdminReviewQuery } from '@shop/contracts/reviews/admin-schema';
import { viewMessages as messages } from '@shop/contracts/saved-views/messages';
import {
  type NewView,
  type SavedView,
  VIEW_COUNT_MAX,
  VIEWS_MAX,
  type ViewEdit,
  ViewList,
} from '@shop/contracts/saved-views/schema';
import { AdminTicketQuery } from '@shop/contracts/support/admin-schema';
import { record } from '#audit/service.ts';
import { countListedProducts } from '#catalog/service.ts';
import { countCustomers } from '#identity/service.ts';
import { countOrders } from '#orders/service.ts';
import { changesOf } from '#platform/changes.ts';
import type { Db } from '#platform/database/db.ts';
import { violatesConstraint } from '#platform/database/errors.ts';
import { bool, list as listOf, number, oneOf, text, uuid } from '#platform/database/row.ts';
import { all, assignments, columnsOf, count, first, one, rowsOf } from '#platform/database/sql.ts';
import { DomainError } from '#platform/errors.ts';
import { type Actor, canNow, forbidden } from '#platform/http/access.ts';
import { lockActiveUser } from '#platform/http/active-user.ts';
import { countReviews } from '#reviews/service.ts';
import { countTickets } from '#support/service.ts';
import {
  builtInViews,
  canonicalQuery,
  distinctRoles,
  filtersOf,
  hasNul,
  rolesOf,
  rowsToCheck,
  type View,
} from './rules.ts';

/** Built-in views first, then own ones, then those that colleagues share. */
export async function browseViews(db: Db, actor: Actor, list: ViewList): Promise<SavedView[]> {
  assertCanRead(actor, list);
  const saved = await db.run(listViews(actor.id, rolesOf(actor), list));
  return withCounts(db, list, [...builtInViews(list), ...saved.map((view) => ({ ...view, builtIn: false }))]);
}

/** One after the other, on one connection; views with the same query are counted once. */
async function withCounts(db: Db, list: ViewList, views: View[]) {
  const counts = new Map<string, number | null>();
  const queries = new Set(views.map(({ query }) => query));
  const limits = { limit: VIEW_COUNT_MAX + 1, readMax: rowsToCheck(queries.size) };
  for (const query of queries) counts.set(query, await LISTS[list].count(db, query, limits));
  return views.map((view) => ({ ...view, count: counts.get(view.query) ?? null }));
}

/** Call it in a transaction that has locked the user. */
export async function createView(tx: Db, actor: Actor, { list, ...edit }: NewView) {
  assertCanRead(actor, list);
  const view = { list, ...checkedView(list, edit) };
  await tx.run(lockViewsOf(actor.id));
  const { count } = await tx.run(countViews(actor.id, list));
  if (count >= VIEWS_MAX) throw new DomainError('conflict', 'too_many_views', messages.tooMany);
  const { id } = await tx.run(insertView(actor.id, view)).catch(rejectTakenName);
  await record(tx, actor, { action: 'view.create', entity: 'saved_view', entityId: id, before: null, after: view });
  return { id };
}

/** A repeated request changes nothing. */
export const editView = (db: Db, actor: Actor, id: string, edit: ViewEdit) =>
  db.transaction(async (tx) => {
    const { list, ...before } = await lockOwnView(tx, actor, id);
    assertCanRead(actor, list);
    const view = checkedView(list, edit);
    const changed = changesOf(before, view);
    if (!changed) return { id };
    await tx.run(updateView(id, view)).catch(rejectTakenName);
    await record(tx, actor, { action: 'view.save', entity: 'saved_view', entityId: id, ...changed });
    return { id };
  });

export async function removeView(tx: Db, actor: Actor, id: string) {
  const before = await lockOwnView(tx, actor, id);
  await tx.run(deleteView(id));
  await record(tx, actor, { action: 'view.delete', entity: 'saved_view', entityId: id, before, after: null });
}

async function lockOwnView(tx: Db, actor: Actor, id: string) {
  await lockActiveUser(tx, actor.id);
  const view = await tx.run(lockView(actor.id, id));
  if (!view) throw new DomainError('not_found', 'view_not_found', messages.notFound);
  return view;
}

function assertCanRead(actor: Actor, list: ViewList) {
  if (!canNow(actor, LISTS[list].permission)) throw forbidden();
}

/** As it is stored. */
function checkedView(list: ViewList, { name, query, sharedWith }: ViewEdit): ViewEdit {
  const message = messages.queryInvalid;
  const canonical = canonicalQuery(query);
  if (!LISTS[list].accepts(canonical))
    throw new DomainError('invalid', 'view_query_invalid', message, { errors: [{ field: 'query', message }] });
  return { name, query: canonical, sharedWith: distinctRoles(sharedWith) };
}

function rejectTakenName(error: unknown): never {
  if (!violatesConstraint(error, 'saved_views_name_key')) throw error;
  const message = messages.nameTaken;
  throw new DomainError('conflict', 'name_taken', message, { errors: [{ field: 'name', message }] });
}

const view = { id: uuid, name: text, query: text, sharedWith: listOf(oneOf(STAFF_ROLES)) };
const VIEW = columnsOf(view);

/**
 * Own views by name, then those of colleagues that are shared with one of the roles, up to VIEWS_MAX each. Former staff
 * share nothing: only they could delete it.
 */
const listViews = (userId: string, roles: string[], list: ViewList) =>
  all('savedViews.list', { ...view, own: bool })`
    (select ${VIEW}, true as own from saved_views where owner_user_id = ${userId} and list = ${list}
      order by lower(name) limit ${VIEWS_MAX})
    union all
    (select ${VIEW}, false from saved_views
      where list = ${list} and shared_with <> '{}' and shared_with && ${roles}::text[]
        and owner_user_id <> ${userId}
        and exists (select from users where id = owner_user_id and role <> 'customer')
      order by lower(name), id limit ${VIEWS_MAX})`;

/** Serializes the creation of views of one owner until the transaction ends: both of two could be the last one. */
const lockViewsOf = (userId: string) =>
  count('savedViews.lockAllOf')`select from pg_advisory_xact_lock(hashtextextended('views:' || ${userId}::text, 0))`;

const countViews = (userId: string, list: ViewList) =>
  one('savedViews.count', { count: number })`
    select count(*) from saved_views where owner_user_id = ${userId} and list = ${list}`;

const insertView = (ownerUserId: string, values: ViewEdit & { list: ViewList }) =>
  one('savedViews.insert', { id: uuid })`insert into saved_views ${rowsOf([{ ownerUserId, ...values }])} returning id`;

const edited = { list: oneOf(ViewList.options), name: text, query: text, sharedWith: listOf(oneOf(STAFF_ROLES)) };

/** Undefined if the user has no such view. Locked until the transaction ends. */
const lockView = (userId: string, id: string) =>
  first('savedViews.lock', edited)`
    select ${columnsOf(edited)} from saved_views where id = ${id} and owner_user_id = ${userId} for no key update`;

const updateView = (id: string, values: ViewEdit) =>
  count('savedViews.update')`update saved_views set ${assignments(values)} where id = ${id}`;

const deleteView = (id: string) => count('savedViews.delete')`delete from saved_views where id = ${id}`;

/** Count up to `limit`. `readMax` limits the rows that must be checked one by one, because no index has the filter. */
type CountLimits = { limit: number; readMax: number };
type Count<Query> = (db: Db, query: Query, limits: CountLimits) => Promise<number | null>;

function defineList<Query>(permission: Permission, schema: Parser<Query>, countRows: Count<Query>) {
  return {
    permission,
    accepts: (query: string) => !hasNul(query) && schema.safeParse(filtersOf(query)).success,
    /** Up to `limit`; null if the list rejects the query, or cannot count its rows quickly. */
    async count(db: Db, query: string, limits: CountLimits) {
      const filter = schema.safeParse(filtersOf(query));
      return filter.success ? countRows(db, filter.data, limits).catch(nullIfInvalid) : null;
    },
  };
}

/** A search that has become too broad, for example. */
function nullIfInvalid(error: unknown) {
  if (error instanceof DomainError && error.kind === 'invalid') return null;
  throw error;
}

/** Each list with the permission to read it. */
export const LISTS = {
  orders: defineList('orders.read', AdminOrderQuery, (db, query, { limit }) => countOrders(db, query, limit)),
  products: defineList('products.read', AdminProductQuery, countListedProducts),
  customers: defineList('customers.read', CustomerQuery, (db, query, { limit }) => countCustomers(db, query, limit)),
  reviews: defineList('reviews.read', AdminReviewQuery, (db, query, { limit }) => countReviews(db, query, limit)),
  tickets: defineList('tickets.read', AdminTicketQuery, (db, query, { limit }) => countTickets(db, query, limit)),
} satisfies Record<ViewList, unknown>;
