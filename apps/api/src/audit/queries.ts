import { AuditEntry, type AuditQuery } from '@shop/contracts/audit/schema';
import { z } from 'zod';
import { staffName } from '#platform/database/columns.ts';
import { bool, json, orNull, type Row, text, timestamp, uuid } from '#platform/database/row.ts';
import { all, and, columnsOf, first, sql } from '#platform/database/sql.ts';

/** The lowest id of a moment: ids start with their time, so a day is a range of every index that ends with the id. */
const firstOf = (moment: Date) => sql`
  (lpad(to_hex(greatest(${moment.getTime()}::bigint, 0)), 12, '0') || repeat('0', 20))::uuid`;

export const findUser = (who: { email: string } | { id: string }) =>
  first('audit.findUser', { id: uuid, email: text, role: text })`
    select id, email, role from users where ${'id' in who ? sql`id = ${who.id}` : sql`email = ${who.email}`}`;

/** Logins and denied requests outnumber changes: listed only when filtered by them, or by actor or entity. */
const isChange = sql`e.entity not in ('login', 'access')`;

type AuditFilter = Omit<AuditQuery, 'who' | 'from' | 'to'> & {
  actorId?: string;
  since?: Date;
  before?: Date;
  limit: number;
};

const Fields = z.record(z.string(), z.unknown());
const scalars = { id: uuid, action: text, entity: text, entityId: text, createdAt: timestamp };
const entry = { ...scalars, before: orNull(json(Fields)), after: orNull(json(Fields)) };
const listed = {
  ...entry,
  requestId: orNull(text),
  actor: orNull(json(AuditEntry.shape.actor)),
  undone: bool,
};
export type EntryRow = Row<typeof listed>;

/** `before` without whole texts, which only an undo needs: a page of entries would be megabytes. */
export const listAuditEntries = ({ actorId, entity, entityId, since, before, after, limit }: AuditFilter) =>
  all('audit.list', listed)`
    select ${columnsOf(scalars, 'e')}, e.after, e.request_id,
           case when e.before ? 'snapshot' then e.before || '{"snapshot": null}' else e.before end as before,
           case when users.id is not null then
             json_build_object('id', users.id, 'name', ${staffName('users')},
                               'email', case when users.deleted_at is null then users.email end) end as actor,
           exists (select from audit_undos where entry_id = e.id) as undone
      from audit_log e left join users on users.id = e.actor_user_id
     where ${and(
       !(actorId || entity || entityId) && isChange,
       actorId && sql`e.actor_user_id = ${actorId}`,
       entity && sql`e.entity = ${entity}`,
       entityId && sql`e.entity_id = ${entityId}`,
       since && sql`e.id >= ${firstOf(since)}`,
       before && sql`e.id < ${firstOf(before)}`,
       after && sql`e.id < ${after}`,
     )} order by e.id desc limit ${limit}`;

export const findAuditEntry = (id: string) =>
  first('audit.find', entry)`select ${columnsOf(entry)} from audit_log where id = ${id}`;
