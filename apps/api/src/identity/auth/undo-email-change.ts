import { randomBytes } from 'node:crypto';
import { undoEmailMessages } from '@shop/contracts/identity/auth-messages';
import { deleteVerifications } from '#identity/queries.ts';
import { deleteTwoFactor, type LockedUser, lockUser, updateUser } from '#identity/user-queries.ts';
import { queueEmail } from '#mail/service.ts';
import type { Db } from '#platform/database/db.ts';
import { violatesConstraint } from '#platform/database/errors.ts';
import { DomainError } from '#platform/errors.ts';
import { enqueue } from '#platform/queue/queue.ts';
import { deletePassword, deleteUndosSince, findUndo, insertUndo, isTwoFactorRecent } from './email-undo-queries.ts';
import { emailHint, linkFor, readLink } from './link-rules.ts';

/**
 * For callers that hold the lock on the user's row. An address that was never verified may belong to another person: it
 * is not notified and gets no link.
 */
export async function sendUndoLink(tx: Db, { id, name, email, emailVerified }: LockedUser, newEmail: string) {
  if (!emailVerified) return;
  const { token, secretHash } = linkFor(id, randomBytes(32).toString('base64url'));
  const { expiresAt } = await tx.run(insertUndo(id, email, secretHash));
  const data = { name, newEmailHint: emailHint(newEmail), token, expiresAt };
  await queueEmail(tx, { kind: 'email_changed', to: email, userId: id, data });
}

const invalidLink = () => new DomainError('invalid', 'invalid_link', undoEmailMessages.invalid);

/**
 * An attacker who changed the email address had the password, and may have set up two-factor authentication, requested
 * links and changed the address again: all of it is removed. The owner regains access by the password reset link that
 * is sent to the restored address.
 */
export async function undoEmailChange(db: Db, token: string) {
  const link = readLink(token);
  if (!link) throw invalidLink();

  await db
    .transaction(async (tx) => {
      const user = await tx.run(lockUser(link.userId));
      const undo = user && (await tx.run(findUndo(user.id, link.secretHash)));
      if (!undo) throw invalidLink();

      await tx.run(deleteUndosSince(undo));
      await tx.run(updateUser(user.id, { email: undo.oldEmail, emailVerified: true }));
      await tx.run(deletePassword(user.id));
      await tx.run(deleteVerifications(user.id));
      if (await isTwoFactorRecent(tx, user.id, undo.createdAt)) await deleteTwoFactor(tx, user.id);
      await enqueue(tx, 'send_reset_link', { email: undo.oldEmail });
      const { id: userId, email: to, name } = user;
      if (to !== undo.oldEmail) await queueEmail(tx, { kind: 'email_change_undone', to, userId, data: { name } });
    })
    .catch((error) => {
      if (!violatesConstraint(error, 'users_email_key')) throw error;
      throw new DomainError('conflict', 'email_taken', undoEmailMessages.taken);
    });
}
