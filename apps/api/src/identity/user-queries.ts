import { IDLE_DAYS } from '@shop/contracts/common/permissions';
import type { OwnSession, Preferences } from '@shop/contracts/identity/schema';
import { and, desc, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm';
import { emailMessages } from '#mail/schema.ts';
import { firstIdAt } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { withIsoDate } from '#platform/timestamps.ts';
import { emailChangeOf } from './queries.ts';
import { sessions, twoFactors, users, verifications } from './schema.ts';

/** Locked until the transaction ends, which serializes it with all other writes for this user. */
export async function lockUser(tx: Db, id: string) {
  const [user] = await tx
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      emailVerified: users.emailVerified,
      guestEmail: users.guestEmail,
    })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for('update');
  return user;
}

/** Leaves out unknown and deleted accounts. */
export async function listActiveIds(db: Db, ids: string[]) {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, ids), isNull(users.deletedAt)));
  return rows.map(({ id }) => id);
}

export type LockedUser = NonNullable<Awaited<ReturnType<typeof lockUser>>>;

export const updateUser = (tx: Db, id: string, change: Partial<typeof users.$inferInsert>) =>
  tx.update(users).set(change).where(eq(users.id, id));

export const deleteEmailChange = (tx: Db, userId: string) =>
  tx.delete(verifications).where(eq(verifications.identifier, emailChangeOf(userId)));

/** Only the hash of the secret is stored. */
export async function insertEmailChange(tx: Db, userId: string, secretHash: string, email: string, minutes: number) {
  const [change] = await tx
    .insert(verifications)
    .values({
      identifier: emailChangeOf(userId),
      value: `${secretHash} ${email}`,
      expiresAt: sql`now() + make_interval(mins => ${minutes})`,
    })
    .returning({ expiresAt: verifications.expiresAt });
  if (!change) throw new Error('The email change was not stored.');
  return change;
}

/** Single use: of concurrent calls, only the first gets the change. */
export async function consumeEmailChange(tx: Db, userId: string, secretHash: string) {
  const [change] = await tx
    .delete(verifications)
    .where(
      and(
        eq(verifications.identifier, emailChangeOf(userId)),
        sql`split_part(${verifications.value}, ' ', 1) = ${secretHash}`,
        gt(verifications.expiresAt, sql`now()`),
      ),
    )
    .returning({ email: sql<string>`split_part(${verifications.value}, ' ', 2)` });
  return change;
}

/** The address of the current link, if it is not the account's own and the link still works. */
export async function findPendingEmail(db: Db, userId: string) {
  const email = sql<string>`split_part(${verifications.value}, ' ', 2)`;
  const [change] = await db
    .select({ email })
    .from(verifications)
    .innerJoin(users, eq(users.id, userId))
    .where(
      and(
        eq(verifications.identifier, emailChangeOf(userId)),
        gt(verifications.expiresAt, sql`now()`),
        sql`${email} <> ${users.email}`,
      ),
    );
  return change?.email ?? null;
}

export const countRecentEmailChanges = (tx: Db, userId: string) =>
  tx.$count(
    emailMessages,
    and(
      eq(emailMessages.userId, userId),
      inArray(emailMessages.kind, ['confirm_email', 'email_in_use']),
      gt(emailMessages.createdAt, sql`now() - interval '1 hour'`),
    ),
  );

const PREFERENCES = {
  orderEmails: users.wantsOrderEmails,
  marketing: users.wantsMarketing,
};

export async function findPreferences(db: Db, userId: string): Promise<Preferences | undefined> {
  const [preferences] = await db
    .select(PREFERENCES)
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
  return preferences;
}

/** The time of consent is that of the first opt-in; opting out clears it. */
export async function updatePreferences(db: Db, userId: string, { orderEmails, marketing }: Preferences) {
  const [preferences] = await db
    .update(users)
    .set({
      wantsOrderEmails: orderEmails,
      wantsMarketing: marketing,
      marketingConsentAt: marketing ? sql`coalesce(${users.marketingConsentAt}, now())` : null,
    })
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .returning(PREFERENCES);
  return preferences;
}

/** Opts the user out of marketing. Returns the user, also if they were not opted in. */
export async function updateMarketingConsent(tx: Db, account: { id: string } | { email: string }) {
  const [user] = await tx
    .update(users)
    .set({ wantsMarketing: false, marketingConsentAt: null })
    .where(and('id' in account ? eq(users.id, account.id) : eq(users.email, account.email), isNull(users.deletedAt)))
    .returning({ email: users.email, emailVerified: users.emailVerified });
  return user;
}

/** Newest first. */
export async function listSessions(db: Db, userId: string, currentToken: string): Promise<OwnSession[]> {
  const rows = await db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      current: sql<boolean>`${sessions.token} = ${currentToken}`,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        gt(sessions.expiresAt, sql`now()`),
        gt(sessions.updatedAt, sql`now() - make_interval(days => ${IDLE_DAYS})`),
      ),
    )
    .orderBy(desc(sessions.createdAt), desc(sessions.id));
  return rows.map(withIsoDate);
}

export async function deleteOwnSession(db: Db, userId: string, id: string) {
  const [ended] = await db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning({ id: sessions.id });
  return ended;
}

export const deleteOtherSessions = (db: Db, userId: string, currentToken: string) =>
  db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.token, currentToken)));

/** Locked until the transaction ends: codes of one account are checked one after the other. */
export async function lockTwoFactor(tx: Db, userId: string) {
  const [twoFactor] = await tx.select().from(twoFactors).where(eq(twoFactors.userId, userId)).for('update');
  return twoFactor;
}

export const updateLastUsedStep = (tx: Db, userId: string, lastUsedStep: number) =>
  tx.update(twoFactors).set({ lastUsedStep }).where(eq(twoFactors.userId, userId));

const TOTP_SECRET = { id: twoFactors.id, secret: twoFactors.secret };

export const updateTotpSecret = (tx: Db, id: string, secret: string) =>
  tx.update(twoFactors).set({ secret }).where(eq(twoFactors.id, id));

/** Locked until the transaction ends; by id, after this one. */
export const lockTotpSecrets = (tx: Db, after: string | undefined, limit: number) =>
  tx
    .select(TOTP_SECRET)
    .from(twoFactors)
    .where(after ? gt(twoFactors.id, after) : undefined)
    .orderBy(twoFactors.id)
    .limit(limit)
    .for('update');

export async function findNewestTotpSecret(db: Db) {
  const [newest] = await db.select(TOTP_SECRET).from(twoFactors).orderBy(desc(twoFactors.id)).limit(1);
  return newest;
}

/**
 * Whether a customer set it up within a day of the first confirmation of the address: an impostor who got the address
 * confirmed would do so at once. Staff are invited by an owner, and keep it.
 */
export async function isTwoFactorUnproven(tx: Db, userId: string) {
  const { rowCount } = await tx.execute(sql`
    select from two_factors t join users u on u.id = t.user_id
     where u.id = ${userId} and u.role = 'customer'
       and t.id < ${firstIdAt(sql`(u.email_confirmed_at + interval '24 hours')`)}`);
  return rowCount === 1;
}

export async function deleteTwoFactor(tx: Db, userId: string) {
  await tx.delete(twoFactors).where(eq(twoFactors.userId, userId));
  await tx.update(users).set({ twoFactorEnabled: false }).where(eq(users.id, userId));
}
