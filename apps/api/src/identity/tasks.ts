import { z } from 'zod';
import { eraseGuest } from '#identity/account/delete-account.ts';
import { deleteExpiredUndos } from '#identity/auth/email-undo-queries.ts';
import { sendResetLink } from '#identity/auth/own-password.ts';
import { deleteOldGuests, keepGuestsWithOrders, listGuestsToErase } from '#identity/guests/queries.ts';
import { deleteOldInvitations } from '#identity/staff/queries.ts';
import { Erasure, listErasure } from '#platform/erasure-list.ts';
import type { Tasks } from '#platform/queue/tasks.ts';
import { deleteExpiredSessions, deleteExpiredVerifications } from './queries.ts';

const ResetLink = z.object({ email: z.string() });

export const identityTasks: Tasks = {
  async send_reset_link(payload, { db, authSecret, publicOrigin }) {
    await sendResetLink(db, { authSecret, publicOrigin }, ResetLink.parse(payload).email);
  },
  async list_erasure(payload, { erasuresDir }) {
    await listErasure(erasuresDir, Erasure.parse(payload));
  },
  async delete_old_guests(_payload, { db }) {
    await keepGuestsWithOrders(db);
    await deleteOldGuests(db);
    for (const id of await listGuestsToErase(db)) await eraseGuest(db, id);
  },
  async delete_expired_sessions(_payload, { db }) {
    await deleteExpiredSessions(db);
    await deleteExpiredVerifications(db);
    await deleteExpiredUndos(db);
    await deleteOldInvitations(db);
  },
};
