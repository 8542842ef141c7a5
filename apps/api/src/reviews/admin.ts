import { adminReviewMessages } from '@shop/contracts/reviews/admin-messages';
import { ADMIN_REVIEWS_SHOWN, type AdminReviewQuery, type ReviewDecision } from '@shop/contracts/reviews/admin-schema';
import { assertUnchangedSince, record, type UndoableEntry } from '#audit/service.ts';
import type { Db } from '#platform/database/db.ts';
import { recordEffect } from '#platform/effects.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { paginate } from '#platform/http/paging.ts';
import { withIsoDate } from '#platform/timestamps.ts';
import { countByStatus, listForAdmin, lockReview, updateStatus } from './admin-queries.ts';

const notFound = () => new DomainError('not_found', 'review_not_found', adminReviewMessages.notFound);

export async function browseReviews(db: Db, query: AdminReviewQuery) {
  const { items, next } = paginate(await listForAdmin(db, query, ADMIN_REVIEWS_SHOWN + 1), ADMIN_REVIEWS_SHOWN);
  return { reviews: items.map(withIsoDate), next };
}

/** Up to `limit`. */
export const countReviews = (db: Db, { status }: AdminReviewQuery, limit: number) => countByStatus(db, status, limit);

export function moderateReview(db: Db, actor: Actor, id: string, { status }: ReviewDecision) {
  return db.transaction(async (tx) => {
    const before = await lockReview(tx, id);
    if (!before) throw notFound();
    if (before.status === status) return { status };

    await updateStatus(tx, id, status);
    await record(tx, actor, { action: 'review.moderate', entity: 'review', entityId: id, before, after: { status } });
    return { status };
  });
}

export async function undoReviewEntry(tx: Db, actor: Actor, entry: UndoableEntry) {
  const before = await lockReview(tx, entry.entityId);
  if (!before) throw notFound();
  assertUnchangedSince(entry, before);
  const after = { ...before, ...entry.before };
  await updateStatus(tx, entry.entityId, after.status);
  recordEffect({ kind: 'changed', what: 'review', change: 'updated', count: 1 });
  await record(tx, actor, { action: 'review.undo', entity: 'review', entityId: entry.entityId, before, after });
}
