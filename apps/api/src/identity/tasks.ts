import { z } from 'zod';
import { eraseGuest } from '#identity/account/delete-account.ts';
import { deleteExpiredUndos } from '#identity/auth/email-undo-queries.ts';
import { sendResetLink } from '#identity/auth/own-password.ts';
import { Erasure, listErasure } from '#platform/erasure-list.ts';
import type { Tasks } from '#platform/queue/tasks.ts';
import { deleteInPortions } from '#platform/retention.ts';
import { deleteOldGuests, keepGuestsWithOrders, listGuestsToErase } from './guest-queries.ts';
import { deleteExpiredSessions, deleteExpiredVerifications } from './queries.ts';
import { deleteOldInvitations } from './staff-queries.ts';

const ResetLink = z.object({ email: z.string() });

export const identityTasks: Tasks = {
  async send_reset_link(payload, { db, authSecret, publicOrigin }) {
    await sendResetLink(db, { authSecret, publicOrigin }, ResetLink.parse(payload).email);
  },
  async list_erasure(payload, { erasuresDir }) {
    await listErasure(erasuresDir, Erasure.parse(payload));
  },
  async delete_old_guests(_payload, { db }) {
    await deleteInPortions(() => db.run(keepGuestsWithOrders()));
    await deleteInPortions(() => db.run(deleteOldGuests()));
    for (const { id } of await db.run(listGuestsToErase())) await eraseGuest(db, id);
  },
  async delete_expired_sessions(_payload, { db }) {
    await deleteInPortions(() => db.run(deleteExpiredSessions()));
    await deleteInPortions(() => db.run(deleteExpiredVerifications()));
    await deleteInPortions(() => db.run(deleteExpiredUndos()));
    await deleteInPortions(() => db.run(deleteOldInvitations()));
  },
};
