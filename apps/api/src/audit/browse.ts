import { AUDIT_ENTRIES_SHOWN, type AuditEntry, type AuditQuery } from '@shop/contracts/audit/schema';
import { plusDays, startOfDay } from '@shop/contracts/common/days';
import type { Db } from '#platform/database/db.ts';
import { findStoreTimeZone } from '#platform/database/store-time-zone.ts';
import type { Actor } from '#platform/http/access.ts';
import { paginate } from '#platform/http/paging.ts';
import { toIso } from '#platform/timestamps.ts';
import { changesIn } from './change-rules.ts';
import { listNames } from './name-queries.ts';
import { type EntryRow, findUser, listAuditEntries } from './queries.ts';
import { hasName, hrefOf, type ThingName, titleOf, verbOf } from './sentence-rules.ts';
import { canUndo, isRecent, isUndoable } from './undo-rules.ts';

export async function browseAuditLog(db: Db, actor: Actor, { who, from, to, ...query }: AuditQuery) {
  const user = who ? await db.run(findUser({ email: who })) : undefined;
  // No account has this email address, so there are no entries.
  if (who && !user) return { entries: [], next: undefined };

  // Failed logins have no actor: they are found by the account.
  const by = query.entity === 'login' && user ? { entityId: user.id } : { actorId: user?.id };
  const timeZone = await findStoreTimeZone(db);
  const days = {
    ...(from && { since: startOfDay(from, timeZone) }),
    ...(to && { before: startOfDay(plusDays(to, 1), timeZone) }),
  };
  const { items, next } = paginate(
    await db.run(listAuditEntries({ ...query, ...by, ...days, limit: AUDIT_ENTRIES_SHOWN + 1 })),
    AUDIT_ENTRIES_SHOWN,
  );
  const nameOf = await listNames(db, items.filter(hasName));
  const now = new Date();
  return { entries: items.map((row) => entryOf(row, nameOf(row), { actor, now, timeZone })), next };
}

type Reader = { actor: Actor; now: Date; timeZone: string };

function entryOf(row: EntryRow, name: ThingName | undefined, reader: Reader): AuditEntry {
  const { id, createdAt, actor, action, entity, entityId, before, after, requestId } = row;
  const title = titleOf(row, name);
  return {
    id,
    createdAt: toIso(createdAt),
    actor,
    action,
    entity,
    entityId,
    verb: verbOf(row),
    title,
    href: hrefOf(row, name),
    changes: changesIn(row, title, reader.timeZone),
    erased: before === null && after === null,
    undo: undoStateOf(row, reader),
    before,
    after,
    requestId,
  };
}

function undoStateOf(row: EntryRow, { actor, now }: Reader): AuditEntry['undo'] {
  if (row.undone) return 'done';
  return isUndoable(row) && isRecent(row.createdAt, now) && canUndo(actor, row) ? 'possible' : 'none';
}
