import { settingsMessages } from '@shop/contracts/account-texts';
import type { TwoFactor, TwoFactorSetup } from '@shop/contracts/identity';
import { isAPIError } from 'better-auth/api';
import type { Db } from '#db.ts';
import { queueMail } from '#mail/service.ts';
import type { Actor } from '#platform/access.ts';
import { lockActiveUser } from '#platform/active-user.ts';
import { DomainError } from '#platform/errors.ts';
import { type AuthSettings, authOn, type Visit, visitorHeaders } from './auth.ts';
import { confirmPassword } from './own-password.ts';
import { settled } from './passwords.ts';
import { findUser } from './queries.ts';
import type { Entrance } from './sign-in.ts';

export async function getTwoFactor(db: Db, settings: AuthSettings, actor: Actor): Promise<TwoFactor> {
  const user = await findUser(db, actor.id);
  const needed = actor.needsTwoFactor === true;
  if (!user?.twoFactorEnabled) return { enabled: false, needed, recoveryCodesLeft: 0 };
  const { backupCodes } = await authOn(db, settings).api.viewBackupCodes({ body: { userId: actor.id } });
  return { enabled: true, needed, recoveryCodesLeft: backupCodes.length };
}

/** Nothing counts yet: the first code of the app confirms that the secret has arrived there. */
export async function beginTwoFactor(
  { db, settings, attempts }: Entrance,
  visit: Visit,
  actor: Actor,
  password: string,
): Promise<TwoFactorSetup> {
  await confirmPassword(db, attempts, actor, password);
  const begun = await db.transaction(async (tx) => {
    await lockActiveUser(tx, actor.id);
    return authOn(tx, settings, { passwords: settled() })
      .api.enableTwoFactor({ body: { password, method: 'totp' }, headers: visitorHeaders(visit) })
      .catch((error) => {
        throw isAPIError(error)
          ? new DomainError('conflict', 'two_factor_on', settingsMessages.twoFactorAlreadyOn)
          : error;
      });
  });
  if (begun.method !== 'totp') throw new Error('The library chose another method.');
  return { totpUri: begun.totpURI, recoveryCodes: begun.backupCodes };
}

export async function confirmTwoFactor({ db, settings }: Entrance, visit: Visit, actor: Actor, code: string) {
  return db.transaction(async (tx) => {
    const owner = await lockActiveUser(tx, actor.id);
    const { headers } = await authOn(tx, settings)
      .api.verifyTOTP({ body: { code }, headers: visitorHeaders(visit), returnHeaders: true })
      .catch((error) => {
        throw isAPIError(error) ? codeRefused(error.body?.code) : error;
      });
    await tellOwner(tx, owner, true);
    return headers.getSetCookie();
  });
}

export async function endTwoFactor({ db, settings, attempts }: Entrance, visit: Visit, actor: Actor, password: string) {
  await confirmPassword(db, attempts, actor, password);
  return db.transaction(async (tx) => {
    const owner = await lockActiveUser(tx, actor.id);
    const { headers } = await authOn(tx, settings, { passwords: settled() }).api.disableTwoFactor({
      body: { password },
      headers: visitorHeaders(visit),
      returnHeaders: true,
    });
    await tellOwner(tx, owner, false);
    return headers.getSetCookie();
  });
}

export async function renewRecoveryCodes(
  { db, settings, attempts }: Entrance,
  visit: Visit,
  actor: Actor,
  password: string,
) {
  await confirmPassword(db, attempts, actor, password);
  const { backupCodes } = await db.transaction(async (tx) => {
    await lockActiveUser(tx, actor.id);
    return authOn(tx, settings, { passwords: settled() })
      .api.generateBackupCodes({ body: { password }, headers: visitorHeaders(visit) })
      .catch((error) => {
        throw isAPIError(error) ? notStarted() : error;
      });
  });
  return { recoveryCodes: backupCodes };
}

const notStarted = () => new DomainError('conflict', 'two_factor_off', settingsMessages.twoFactorNotStarted);

function codeRefused(code: string | undefined) {
  if (code === 'TOTP_NOT_ENABLED') return notStarted();
  const { codeWrong } = settingsMessages;
  return new DomainError('invalid', 'code_refused', codeWrong, { errors: [{ field: 'code', message: codeWrong }] });
}

type Owner = { id: string; name: string; email: string };

const tellOwner = (tx: Db, { id: userId, name, email: to }: Owner, enabled: boolean) =>
  queueMail(tx, { kind: 'two_factor_changed', to, userId, data: { name, enabled } });
