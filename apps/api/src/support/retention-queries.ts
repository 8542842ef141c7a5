import { sql } from 'drizzle-orm';
import { firstIdAt } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';

const BATCH = 1_000;

/** The privacy policy promises it, whatever the status of the ticket. */
const RETENTION_START = firstIdAt(sql`now() - interval '2 years'`);

/**
 * Tickets whose last message is older than 2 years, with their messages, in batches so that no lock is held for long.
 * Returns whether there may be more. Both id ranges are ranges of an index.
 */
export async function deleteOldTickets(db: Db) {
  const { rowCount } = await db.execute(sql`
    delete from support_tickets where id in (
      select t.id from support_tickets t
       where t.id < ${RETENTION_START}
         and not exists (select from support_messages m where m.ticket_id = t.id and m.id >= ${RETENTION_START})
       order by t.id limit ${BATCH} for update skip locked)`);
  return rowCount === BATCH;
}
