import { lockTwoFactor, updateLastUsedStep } from '#identity/user-queries.ts';
import type { Db } from '#platform/database/db.ts';
import { type AuthSettings, withAuth } from './better-auth.ts';
import { hashRecoveryCode, matchingSteps } from './code-rules.ts';
import { currentTotpSecret } from './totp-secrets.ts';

/** `headers` hold the session or the challenge for the library. */
type CodeCheck = { settings: AuthSettings; userId: string; code: string; headers: Headers };

/** Matches nothing: passed to the library in place of a code that was used before, so that it counts as wrong. */
const NO_CODE = '';

/** Verifies and consumes an authentication code or a recovery code. */
export const verifyCode = (tx: Db, given: CodeCheck) =>
  /^\d{6}$/.test(given.code) ? verifyAppCode(tx, given) : verifyRecoveryCode(tx, given);

/** Locks the account's row: of concurrent requests with one code, only the first succeeds. */
export async function verifyAppCode(tx: Db, { settings, userId, code, headers }: CodeCheck) {
  const twoFactor = await tx.run(lockTwoFactor(userId));
  let step: number | undefined;
  if (twoFactor) {
    const secret = await currentTotpSecret(tx, settings, twoFactor);
    step = matchingSteps(secret, code, Date.now()).find((step) => step > (twoFactor.lastUsedStep ?? -1));
    if (step !== undefined) await tx.run(updateLastUsedStep(userId, step));
  }
  return withAuth(tx, settings, ({ api }) =>
    api.verifyTOTP({ body: { code: step === undefined ? NO_CODE : code }, headers, returnHeaders: true }),
  );
}

async function verifyRecoveryCode(tx: Db, { settings, userId, code, headers }: CodeCheck) {
  await tx.run(lockTwoFactor(userId));
  return withAuth(tx, settings, ({ api }) =>
    api.verifyBackupCode({ body: { code: hashRecoveryCode(code) }, headers, returnHeaders: true }),
  );
}
