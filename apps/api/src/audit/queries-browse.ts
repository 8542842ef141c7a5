import type { AuditEntry, AuditQuery } from '@shop/contracts/audit-log';
import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import type { Db } from '#db.ts';
import { users } from '#identity/schema.ts';
import { staffName } from '#platform/staff-name.ts';
import { auditLog } from './schema.ts';

/** The first id of a day: ids begin with their time, so that days are stretches of every index that ends with the id. */
const firstOf = (day: string, later = 0) => sql`
  (lpad(to_hex((extract(epoch from (${day}::date + ${later}::int) at time zone 'UTC') * 1000)::bigint), 12, '0')
   || repeat('0', 20))::uuid`;

export async function findPersonId(db: Db, email: string) {
  const [person] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return person?.id;
}

type Wish = Omit<AuditQuery, 'who'> & { actorId?: string; limit: number };

export const listChanges = (db: Db, { actorId, entity, entityId, from, to, after, limit }: Wish) =>
  db
    .select({
      id: auditLog.id,
      actor: sql<AuditEntry['actor']>`case when ${users.id} is not null then
        json_build_object('id', ${users.id}, 'name', ${staffName('users')},
                          'email', case when ${users.deletedAt} is null then ${users.email} end) end`,
      action: auditLog.action,
      entity: auditLog.entity,
      entityId: auditLog.entityId,
      before: sql<AuditEntry['before']>`${auditLog.before}`,
      after: sql<AuditEntry['after']>`${auditLog.after}`,
      requestId: auditLog.requestId,
      createdAt: auditLog.createdAt,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorUserId))
    .where(
      and(
        actorId ? eq(auditLog.actorUserId, actorId) : undefined,
        entity ? eq(auditLog.entity, entity) : undefined,
        entityId ? eq(auditLog.entityId, entityId) : undefined,
        from ? gte(auditLog.id, firstOf(from)) : undefined,
        to ? lt(auditLog.id, firstOf(to, 1)) : undefined,
        after ? lt(auditLog.id, after) : undefined,
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(limit);
