import { firstIdAt } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { count } from '#platform/database/sql.ts';
import type { Tasks } from '#platform/queue/tasks.ts';
import { deleteInPortions, endOfRetention, PORTION } from '#platform/retention.ts';

export const supportTasks: Tasks = {
  async delete_old_tickets(_payload, { db }) {
    await deleteOldTickets(db);
  },
};

/** The privacy policy promises it, whatever the status of the ticket. */
const RETENTION_START = firstIdAt(endOfRetention('tickets'));

/**
 * Tickets whose last message is older than the retention, with their messages. Both id ranges are ranges of an index.
 */
const deleteOldTickets = (db: Db) =>
  deleteInPortions(() =>
    db.run(count('support.deleteOldTickets')`
      delete from support_tickets where id in (
        select t.id from support_tickets t
         where t.id < ${RETENTION_START}
           and not exists (select from support_messages m where m.ticket_id = t.id and m.id >= ${RETENTION_START})
         order by t.id limit ${PORTION} for update skip locked)`),
  );
