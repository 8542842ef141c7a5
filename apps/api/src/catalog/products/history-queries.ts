import { z } from 'zod';
import { staffName } from '#platform/database/columns.ts';
import { json, orNull, type Row, text, timestamp, uuid } from '#platform/database/row.ts';
import { all, first, sql } from '#platform/database/sql.ts';

const values = orNull(json(z.record(z.string(), z.unknown())));
const change = { id: uuid, action: text, who: orNull(text), at: timestamp, before: values, after: values };
export type ChangeRow = Row<typeof change>;

const CHANGES = sql`
  select a.id, a.action, ${staffName('u')} as who, a.created_at as at, a.before, a.after
    from audit_log a left join users u on u.id = a.actor_user_id
   where a.entity = 'product'`;

/** The audit entries of a product, newest first. */
export const listChanges = (productId: string, limit: number) =>
  all('products.listChanges', change)`
    ${CHANGES} and a.entity_id = ${productId} order by a.id desc limit ${limit}`;

export const findChange = (productId: string, changeId: string) =>
  first('products.findChange', change)`${CHANGES} and a.entity_id = ${productId} and a.id = ${changeId}`;

/** The audit entries of the edits after this version of a product, newest first. */
export const listChangesSince = (productId: string, version: number, limit: number) =>
  all('products.listChangesSince', change)`
    ${CHANGES} and a.entity_id = ${productId} and (a.after ->> 'version')::int > ${version}
     order by a.id desc limit ${limit}`;
