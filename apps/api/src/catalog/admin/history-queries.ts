import { sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { staffName } from '#platform/database/staff-name.ts';

export type ChangeRow = {
  id: string;
  action: string;
  who: string | null;
  at: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

const CHANGES = sql`
  select a.id, a.action, ${staffName('u')} as who, a.created_at as at, a.before, a.after
    from audit_log a left join users u on u.id = a.actor_user_id
   where a.entity = 'product'`;

/** The audit entries of a product, newest first. */
export async function listChanges(db: Db, productId: string, limit: number) {
  const { rows } = await db.execute<ChangeRow>(
    sql`${CHANGES} and a.entity_id = ${productId} order by a.id desc limit ${limit}`,
  );
  return rows;
}

export async function findChange(db: Db, productId: string, changeId: string) {
  const { rows } = await db.execute<ChangeRow>(sql`${CHANGES} and a.entity_id = ${productId} and a.id = ${changeId}`);
  return rows[0];
}

/** The audit entries of the edits after this version of a product, newest first. */
export async function listChangesSince(db: Db, productId: string, version: number, limit: number) {
  const { rows } = await db.execute<ChangeRow>(sql`
    ${CHANGES} and a.entity_id = ${productId} and (a.after ->> 'version')::int > ${version}
     order by a.id desc limit ${limit}`);
  return rows;
}
