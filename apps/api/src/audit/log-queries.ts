import { uuid } from '#platform/database/row.ts';
import { all, count, rowsOf } from '#platform/database/sql.ts';
import { PORTION } from '#platform/retention.ts';

type NewEntryRow = {
  action: string;
  entity: string;
  entityId: string;
  before: object | null;
  after: object | null;
  actorUserId: string | null;
  requestId?: string;
};

export const insertAuditEntries = (entries: NewEntryRow[]) =>
  count('audit.insert')`insert into audit_log ${rowsOf(entries)}`;

/** Old logins and denied permissions; the runtime role of the database cannot delete any other entry. */
export const deleteOldLogins = () => count('audit.deleteOldLogins')`select from delete_old_logins(${PORTION})`;

/** Returns those that were not undone before; waits for a concurrent undo of one of them. */
export const insertUndos = (entryIds: string[]) =>
  all('audit.insertUndos', { entryId: uuid })`
    insert into audit_undos ${rowsOf(entryIds.toSorted().map((entryId) => ({ entryId })))}
        on conflict do nothing returning entry_id`;
