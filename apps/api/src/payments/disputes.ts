import type { Db } from '#platform/database/db.ts';
import { toIso } from '#platform/timestamps.ts';
import { findDisputeEvent, listDisputes, upsertDispute } from './dispute-queries.ts';
import { disputeStatus } from './rules.ts';

/** Of undecided disputes, and of recently decided ones. */
const SHOWN = 100;

/** Records the dispute of a stored event, if it has one. The provider is not called: the event is complete. */
export async function recordDispute(db: Db, eventId: string) {
  const event = await db.run(findDisputeEvent(eventId));
  if (event) await db.run(upsertDispute({ ...event, status: disputeStatus(event.dispute.status) }));
}

export async function browseDisputes(db: Db) {
  const [undecided, decided] = await Promise.all([
    db.run(listDisputes('undecided', SHOWN)),
    db.run(listDisputes('decided', SHOWN)),
  ]);
  return [...undecided, ...decided].map((row) => ({
    ...row,
    respondBy: row.respondBy && toIso(row.respondBy),
    disputedAt: toIso(row.disputedAt),
  }));
}
