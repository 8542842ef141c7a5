import { VIEWS_MAX, type ViewEdit, type ViewList } from '@shop/contracts/admin/view-schema';
import type { StaffRole } from '@shop/contracts/common/permissions';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { savedViews } from './schema.ts';

type ViewRow = { id: string; name: string; query: string; own: boolean; sharedWith: StaffRole[] };

const VIEW = sql`id, name, query, to_json(shared_with) as "sharedWith"`;

/**
 * Own views by name, then those of colleagues that are shared with one of the roles, up to VIEWS_MAX each. Former staff
 * share nothing: only they could delete it.
 */
export async function listViews(db: Db, userId: string, roles: string[], list: ViewList) {
  const { rows } = await db.execute<ViewRow>(sql`
    (select ${VIEW}, true as own from saved_views where owner_user_id = ${userId} and list = ${list}
      order by lower(name) limit ${VIEWS_MAX})
    union all
    (select ${VIEW}, false from saved_views
      where list = ${list} and shared_with <> '{}' and shared_with && ${sql.param(roles)}::text[]
        and owner_user_id <> ${userId}
        and exists (select from users where id = owner_user_id and role <> 'customer')
      order by lower(name), id limit ${VIEWS_MAX})`);
  return rows;
}

/** Serializes the creation of views of one owner until the transaction ends: both of two could be the last one. */
export const lockViewsOf = (tx: Db, userId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('views:' || ${userId}::text, 0))`);

export async function countViews(tx: Db, userId: string, list: ViewList) {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from saved_views where owner_user_id = ${userId} and list = ${list}`);
  return rows[0]?.count ?? 0;
}

export async function insertView(tx: Db, ownerUserId: string, view: ViewEdit & { list: ViewList }) {
  const [stored] = await tx
    .insert(savedViews)
    .values({ ownerUserId, ...view })
    .returning({ id: savedViews.id });
  if (!stored) throw new Error('The view was not stored.');
  return stored;
}

/** Undefined if the user has no such view. Locked until the transaction ends. */
export async function lockView(tx: Db, userId: string, id: string) {
  const { list, name, query, sharedWith } = savedViews;
  const [view] = await tx
    .select({ list, name, query, sharedWith })
    .from(savedViews)
    .where(and(eq(savedViews.id, id), eq(savedViews.ownerUserId, userId)))
    .for('no key update');
  return view;
}

export const updateView = (tx: Db, id: string, view: ViewEdit) =>
  tx.update(savedViews).set(view).where(eq(savedViews.id, id));

export const deleteView = (tx: Db, id: string) => tx.delete(savedViews).where(eq(savedViews.id, id));
