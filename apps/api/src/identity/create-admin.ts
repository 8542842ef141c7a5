import { Registration } from '@shop/contracts/identity';
import { ADMIN_PASSWORD_MIN, identityMessages } from '@shop/contracts/identity-texts';
import { z } from 'zod';
import type { Db } from '#db.ts';
import { passwords } from './passwords.ts';
import { findUserId, insertAccount, updatePassword, updateRole } from './queries.ts';

export const NewAdmin = Registration.extend({
  password: z.string().min(ADMIN_PASSWORD_MIN, identityMessages.adminPasswordTooShort).max(200),
});
type NewAdmin = z.infer<typeof NewAdmin>;

/** Someone who has an account already becomes an admin with the new password; their sessions end with the old one. */
export async function createAdmin(db: Db, { name, email, password }: NewAdmin) {
  const hashed = await passwords.hash(password);
  return db.transaction(async (tx) => {
    const known = await findUserId(tx, email);
    if (known) {
      await updateRole(tx, known, 'admin');
      await updatePassword(tx, known, hashed);
      return { promoted: true };
    }
    await insertAccount(tx, { name, email, role: 'admin', emailVerified: true }, hashed);
    return { promoted: false };
  });
}
