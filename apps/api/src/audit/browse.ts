import { type AuditQuery, CHANGES_SHOWN } from '@shop/contracts/audit-log';
import type { Db } from '#db.ts';
import { pageOf } from '#platform/paging.ts';
import { findPersonId, listChanges } from './queries-browse.ts';

export async function browseChanges(db: Db, { who, ...query }: AuditQuery) {
  const actorId = who ? await findPersonId(db, who) : undefined;
  // Nobody of that address has ever done anything.
  if (who && !actorId) return { changes: [], next: undefined };

  const { items, next } = pageOf(await listChanges(db, { ...query, actorId, limit: CHANGES_SHOWN + 1 }), CHANGES_SHOWN);
  return { changes: items.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })), next };
}
