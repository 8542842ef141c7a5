import type { Db } from '#db.ts';
import { findDisputeEvent, listDisputes, upsertDispute } from './queries-disputes.ts';
import { disputeStatus } from './rules.ts';

/** Of those still open, and of those decided lately. */
const SHOWN = 100;

/** Writes down what a kept event says of a dispute, if it does. The provider is not asked: the event says it all. */
export async function recordDispute(db: Db, eventId: string) {
  const event = await findDisputeEvent(db, eventId);
  if (event) await upsertDispute(db, { ...event, status: disputeStatus(event.dispute.status) });
}

export async function browseDisputes(db: Db) {
  const [undecided, decided] = await Promise.all([
    listDisputes(db, 'undecided', SHOWN),
    listDisputes(db, 'decided', SHOWN),
  ]);
  return [...undecided, ...decided].map((row) => ({
    ...row,
    respondBy: row.respondBy && new Date(row.respondBy).toISOString(),
    disputedAt: new Date(row.disputedAt).toISOString(),
  }));
}
