import { STAFF_ROLES } from '@shop/contracts/common/permissions';
import { VIEWS_MAX, type ViewEdit, ViewList } from '@shop/contracts/saved-views/schema';
import { bool, list as listOf, number, oneOf, text, uuid } from '#platform/database/row.ts';
import { all, assignments, columnsOf, count, first, one, rowsOf } from '#platform/database/sql.ts';

const view = { id: uuid, name: text, query: text, sharedWith: listOf(oneOf(STAFF_ROLES)) };
const VIEW = columnsOf(view);

/**
 * Own views by name, then those of colleagues that are shared with one of the roles, up to VIEWS_MAX each. Former staff
 * share nothing: only they could delete it.
 */
export const listViews = (userId: string, roles: string[], list: ViewList) =>
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
export const lockViewsOf = (userId: string) =>
  count('savedViews.lockAllOf')`select from pg_advisory_xact_lock(hashtextextended('views:' || ${userId}::text, 0))`;

export const countViews = (userId: string, list: ViewList) =>
  one('savedViews.count', { count: number })`
    select count(*) from saved_views where owner_user_id = ${userId} and list = ${list}`;

export const insertView = (ownerUserId: string, values: ViewEdit & { list: ViewList }) =>
  one('savedViews.insert', { id: uuid })`insert into saved_views ${rowsOf([{ ownerUserId, ...values }])} returning id`;

const edited = { list: oneOf(ViewList.options), name: text, query: text, sharedWith: listOf(oneOf(STAFF_ROLES)) };

/** Undefined if the user has no such view. Locked until the transaction ends. */
export const lockView = (userId: string, id: string) =>
  first('savedViews.lock', edited)`
    select ${columnsOf(edited)} from saved_views where id = ${id} and owner_user_id = ${userId} for no key update`;

export const updateView = (id: string, values: ViewEdit) =>
  count('savedViews.update')`update saved_views set ${assignments(values)} where id = ${id}`;

export const deleteView = (id: string) => count('savedViews.delete')`delete from saved_views where id = ${id}`;
