import { IDLE_DAYS } from '@shop/contracts/common/permissions';
import type { OwnSession, Preferences } from '@shop/contracts/identity/schema';
import { firstIdAt } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { bool, number, orNull, type Row, text, timestamp, uuid } from '#platform/database/row.ts';
import { all, assignments, columnsOf, count, first, one, sql, when } from '#platform/database/sql.ts';
import { withIsoDate } from '#platform/timestamps.ts';
import { emailChangeOf } from './queries.ts';

const lockedUser = { id: uuid, name: text, email: text, emailVerified: bool, guestEmail: orNull(text) };
export type LockedUser = Row<typeof lockedUser>;

/** Locked until the transaction ends, which serializes it with all other writes for this user. */
export const lockUser = (id: string) =>
  first('identity.lockUser', lockedUser)`
    select ${columnsOf(lockedUser)} from users where id = ${id} and deleted_at is null for update`;

/** Leaves out unknown and deleted accounts. */
export const listActiveIds = (ids: string[]) =>
  all('identity.listActiveIds', { id: uuid })`
    select id from users where id = any (${ids}::uuid[]) and deleted_at is null`;

type UserChange = Partial<{
  name: string;
  email: string;
  emailVerified: boolean;
  phone: string | null;
  role: string;
  needsNewPassword: boolean;
}>;

export const updateUser = (id: string, change: UserChange) =>
  count('identity.updateUser')`update users set ${assignments(change)} where id = ${id}`;

export const deleteEmailChange = (userId: string) =>
  count('identity.deleteEmailChange')`delete from verifications where identifier = ${emailChangeOf(userId)}`;

/** Only the hash of the secret is stored. */
export const insertEmailChange = (userId: string, secretHash: string, email: string, minutes: number) =>
  one('identity.insertEmailChange', { expiresAt: timestamp })`
    insert into verifications (identifier, value, expires_at)
    values (${emailChangeOf(userId)}, ${`${secretHash} ${email}`}, now() + make_interval(mins => ${minutes}))
    returning expires_at`;

/** Single use: of concurrent calls, only the first gets the change. */
export const consumeEmailChange = (userId: string, secretHash: string) =>
  first('identity.consumeEmailChange', { email: text })`
    delete from verifications
     where identifier = ${emailChangeOf(userId)} and split_part(value, ' ', 1) = ${secretHash} and expires_at > now()
    returning split_part(value, ' ', 2) as email`;

/** The address of the current link, if it is not the account's own and the link still works. */
export const findPendingEmail = (userId: string) =>
  first('identity.findPendingEmail', { email: text })`
    select split_part(v.value, ' ', 2) as email
      from verifications v join users u on u.id = ${userId}
     where v.identifier = ${emailChangeOf(userId)} and v.expires_at > now() and split_part(v.value, ' ', 2) <> u.email`;

export const countRecentEmailChanges = (userId: string) =>
  one('identity.countEmailChanges', { count: number })`
    select count(*) from email_messages
     where user_id = ${userId} and kind in ('confirm_email', 'email_in_use') and created_at > now() - interval '1 hour'`;

const preferences = { orderEmails: bool, marketing: bool };
const PREFERENCES = sql`wants_order_emails as order_emails, wants_marketing as marketing`;

export const findPreferences = (userId: string) =>
  first('identity.findPreferences', preferences)`
    select ${PREFERENCES} from users where id = ${userId} and deleted_at is null`;

/** The time of consent is that of the first opt-in; opting out clears it. */
export const updatePreferences = (userId: string, { orderEmails, marketing }: Preferences) =>
  first('identity.updatePreferences', preferences)`
    update users set wants_order_emails = ${orderEmails}, wants_marketing = ${marketing},
           marketing_consent_at = ${marketing ? sql`coalesce(marketing_consent_at, now())` : null}
     where id = ${userId} and deleted_at is null returning ${PREFERENCES}`;

/** Opts the user out of marketing. Returns the user, also if they were not opted in. */
export const updateMarketingConsent = (account: { id: string } | { email: string }) =>
  first('identity.updateMarketingConsent', { email: text, emailVerified: bool })`
    update users set wants_marketing = false, marketing_consent_at = null
     where ${'id' in account ? sql`id = ${account.id}` : sql`email = ${account.email}`} and deleted_at is null
    returning email, email_verified`;

const ownSession = { id: uuid, userAgent: orNull(text), createdAt: timestamp, current: bool };

/** Newest first. */
export async function listSessions(db: Db, userId: string, currentToken: string): Promise<OwnSession[]> {
  const rows = await db.run(
    all('identity.listSessions', ownSession)`
      select id, user_agent, created_at, token = ${currentToken} as current
        from sessions
       where user_id = ${userId} and expires_at > now() and updated_at > now() - make_interval(days => ${IDLE_DAYS})
       order by created_at desc, id desc`,
  );
  return rows.map(withIsoDate);
}

export const deleteOwnSession = (userId: string, id: string) =>
  count('identity.deleteOwnSession')`delete from sessions where id = ${id} and user_id = ${userId}`;

export const deleteOtherSessions = (userId: string, currentToken: string) =>
  count('identity.deleteOtherSessions')`
    delete from sessions where user_id = ${userId} and token <> ${currentToken}`;

const totpSecret = { id: uuid, secret: text };
const twoFactor = { ...totpSecret, lastUsedStep: orNull(number) };

/** Locked until the transaction ends: codes of one account are checked one after the other. */
export const lockTwoFactor = (userId: string) =>
  first('identity.lockTwoFactor', twoFactor)`
    select ${columnsOf(twoFactor)} from two_factors where user_id = ${userId} for update`;

export const updateLastUsedStep = (userId: string, lastUsedStep: number) =>
  count('identity.updateLastUsedStep')`
    update two_factors set last_used_step = ${lastUsedStep} where user_id = ${userId}`;

export const updateTotpSecret = (id: string, secret: string) =>
  count('identity.updateTotpSecret')`update two_factors set secret = ${secret} where id = ${id}`;

/** Locked until the transaction ends; by id, after this one. */
export const lockTotpSecrets = (after: string | undefined, limit: number) =>
  all('identity.lockTotpSecrets', totpSecret)`
    select id, secret from two_factors ${when(after, sql`where id > ${after}`)} order by id limit ${limit} for update`;

export const findNewestTotpSecret = () =>
  first('identity.findNewestTotpSecret', totpSecret)`select id, secret from two_factors order by id desc limit 1`;

/**
 * Whether a customer set it up within a day of the first confirmation of the address: an impostor who got the address
 * confirmed would do so at once. Staff are invited by an owner, and keep it.
 */
export async function isTwoFactorUnproven(tx: Db, userId: string) {
  const unproven = await tx.run(
    count('identity.findUnprovenTwoFactor')`
      select from two_factors t join users u on u.id = t.user_id
       where u.id = ${userId} and u.role = 'customer'
         and t.id < ${firstIdAt(sql`(u.email_confirmed_at + interval '24 hours')`)}`,
  );
  return unproven === 1;
}

export async function deleteTwoFactor(tx: Db, userId: string) {
  await tx.run(count('identity.deleteTwoFactor')`delete from two_factors where user_id = ${userId}`);
  await tx.run(count('identity.disableTwoFactor')`update users set two_factor_enabled = false where id = ${userId}`);
}
