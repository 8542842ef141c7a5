import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { findNewestTotpSecret, lockTotpSecrets, updateTotpSecret } from '#identity/user-queries.ts';
import type { Db } from '#platform/database/db.ts';
import type { AuthSettings } from './better-auth.ts';

type Secrets = Pick<AuthSettings, 'authSecret' | 'acceptedAuthSecrets'>;
type EncryptedSecret = { id: string; secret: string };

const BATCH = 100;

/** Which of the accepted secrets decrypts it. The encryption is authenticated: a wrong one always fails. */
async function decrypt(data: string, accepted: readonly string[]) {
  for (const key of accepted) {
    const totpSecret = await symmetricDecrypt({ key, data }).catch(() => undefined);
    if (totpSecret !== undefined) return { totpSecret, key };
  }
  return undefined;
}

/** Encrypts it again if that was done with the previous secret. The caller has locked the row. */
export async function currentTotpSecret(tx: Db, { authSecret, acceptedAuthSecrets }: Secrets, row: EncryptedSecret) {
  const decrypted = await decrypt(row.secret, acceptedAuthSecrets);
  if (!decrypted) throw new Error('A two-factor secret was encrypted with another AUTH_SECRET.');
  const { totpSecret, key } = decrypted;
  if (key !== authSecret)
    await tx.run(updateTotpSecret(row.id, await symmetricEncrypt({ key: authSecret, data: totpSecret })));
  return totpSecret;
}

/**
 * Encrypts all two-factor secrets with the current AUTH_SECRET, in batches. Can be interrupted and repeated. `left` are
 * those that no accepted secret decrypts.
 */
export async function reencryptTotpSecrets(db: Db, { authSecret, acceptedAuthSecrets }: Secrets) {
  const counts = { current: 0, reencrypted: 0, left: 0 };
  const reencrypt = async (tx: Db, { id, secret }: EncryptedSecret) => {
    const decrypted = await decrypt(secret, acceptedAuthSecrets);
    if (!decrypted) counts.left += 1;
    else if (decrypted.key === authSecret) counts.current += 1;
    else {
      await tx.run(updateTotpSecret(id, await symmetricEncrypt({ key: authSecret, data: decrypted.totpSecret })));
      counts.reencrypted += 1;
    }
  };
  let after: string | undefined;
  do {
    const last = after;
    after = await db.transaction(async (tx) => {
      const rows = await tx.run(lockTotpSecrets(last, BATCH));
      for (const row of rows) await reencrypt(tx, row);
      return rows.at(-1)?.id;
    });
  } while (after);
  return counts;
}

/** For the operator: which secret decrypts the newest two-factor secret. */
export async function checkTotpSecret(db: Db, { authSecret, acceptedAuthSecrets }: Secrets) {
  const row = await db.run(findNewestTotpSecret());
  if (!row) return 'none';
  const decrypted = await decrypt(row.secret, acceptedAuthSecrets);
  if (!decrypted) return 'unreadable';
  return decrypted.key === authSecret ? 'current' : 'previous';
}
