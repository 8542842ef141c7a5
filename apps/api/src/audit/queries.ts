import type { AuditEntry, AuditQuery } from '@shop/contracts/audit/schema';
import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { staffName } from '#platform/database/staff-name.ts';
import { auditLog, auditUndos } from './schema.ts';
import type { Fields } from './value-rules.ts';

/** The lowest id of a moment: ids start with their time, so a day is a range of every index that ends with the id. */
const firstOf = (moment: Date) => sql`
  (lpad(to_hex(greatest(${moment.getTime()}::bigint, 0)), 12, '0') || repeat('0', 20))::uuid`;

export async function findUser(db: Db, who: { email: string } | { id: string }) {
  const isMatch = 'id' in who ? sql`id = ${who.id}` : sql`email = ${who.email}`;
  const { rows } = await db.execute<{ id: string; email: string; role: string }>(
    sql`select id, email, role from users where ${isMatch}`,
  );
  return rows[0];
}

/** Logins and denied requests outnumber changes: listed only when filtered by them, or by actor or entity. */
const isChange = sql`${auditLog.entity} not in ('login', 'access')`;

type AuditFilter = Omit<AuditQuery, 'who' | 'from' | 'to'> & {
  actorId?: string;
  since?: Date;
  before?: Date;
  limit: number;
};

const ENTRY = {
  id: auditLog.id,
  action: auditLog.action,
  entity: auditLog.entity,
  entityId: auditLog.entityId,
  before: sql<Fields | null>`${auditLog.before}`,
  after: sql<Fields | null>`${auditLog.after}`,
  createdAt: auditLog.createdAt,
};

export const listAuditEntries = (db: Db, { actorId, entity, entityId, since, before, after, limit }: AuditFilter) =>
  db
    .select({
      ...ENTRY,
      // Whole texts, which only an undo needs: a page of entries would be megabytes.
      before: sql<Fields | null>`case when ${auditLog.before} ? 'snapshot'
        then ${auditLog.before} || '{"snapshot": null}' else ${auditLog.before} end`,
      requestId: auditLog.requestId,
      actor: sql<AuditEntry['actor']>`case when users.id is not null then
        json_build_object('id', users.id, 'name', ${staffName('users')},
                          'email', case when users.deleted_at is null then users.email end) end`,
      undone: sql<boolean>`exists (select from ${auditUndos} where ${auditUndos.entryId} = ${auditLog.id})`,
    })
    .from(auditLog)
    .leftJoin(sql`users`, sql`users.id = ${auditLog.actorUserId}`)
    .where(
      and(
        actorId || entity || entityId ? undefined : isChange,
        actorId ? eq(auditLog.actorUserId, actorId) : undefined,
        entity ? eq(auditLog.entity, entity) : undefined,
        entityId ? eq(auditLog.entityId, entityId) : undefined,
        since ? gte(auditLog.id, firstOf(since)) : undefined,
        before ? lt(auditLog.id, firstOf(before)) : undefined,
        after ? lt(auditLog.id, after) : undefined,
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(limit);

export async function findAuditEntry(db: Db, id: string) {
  const [entry] = await db.select(ENTRY).from(auditLog).where(eq(auditLog.id, id));
  return entry;
}
