import { STAFF_PASSWORD_MIN } from '@shop/contracts/common/permissions';
import { identityMessages } from '@shop/contracts/identity/auth-messages';
import { Registration } from '@shop/contracts/identity/schema';
import { z } from 'zod';
import { findUserId, insertAccount, updatePassword } from '#identity/queries.ts';
import { updateUser } from '#identity/user-queries.ts';
import type { Db } from '#platform/database/db.ts';
import { assertStrongPassword } from './password-rules.ts';
import { passwords } from './passwords.ts';

export const NewAdmin = Registration.extend({
  password: z.string().min(STAFF_PASSWORD_MIN, identityMessages.adminPasswordTooShort).max(200),
});
type NewAdmin = z.infer<typeof NewAdmin>;

/**
 * An existing account is promoted to admin with the new password; its sessions end. The operator vouches for the email
 * address: it counts as verified.
 */
export async function createAdmin(db: Db, { name, email, password }: NewAdmin) {
  assertStrongPassword(password, { name, email, role: 'admin' }, 'password');
  const hashed = await passwords.hash(password);
  return db.transaction(async (tx) => {
    const userId = await findUserId(tx, email);
    if (userId) {
      await tx.run(updateUser(userId, { role: 'admin', emailVerified: true, needsNewPassword: false }));
      await tx.run(updatePassword(userId, hashed));
      return { promoted: true };
    }
    await insertAccount(tx, { name, email, role: 'admin', emailVerified: true }, hashed);
    return { promoted: false };
  });
}
