import { INVITATION_DAYS } from '@shop/contracts/identity/constants';
import {
  INVITATIONS_MAX,
  STAFF_SHOWN,
  type StaffInvitation,
  type StaffMember,
} from '@shop/contracts/identity/staff-schema';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { staffInvitations as invitations, users } from '#identity/schema.ts';
import type { Db } from '#platform/database/db.ts';
import { staffName } from '#platform/database/staff-name.ts';
import { deleteInPortions, endOfRetention, PORTION } from '#platform/retention.ts';

/** By name. */
export async function listStaff(db: Db) {
  const { rows } = await db.execute<Omit<StaffMember, 'isYou'>>(sql`
    select id, name, email, role, two_factor_enabled as "twoFactor", last_login_at as "lastLoginAt"
      from users where role <> 'customer' and deleted_at is null order by searchable(name), id limit ${STAFF_SHOWN}`);
  return rows;
}

const OPEN = sql.raw('i.accepted_at is null and i.revoked_at is null');
/** Sent by a user who is an owner, and not too old. */
const USABLE = sql.raw(`i.expires_at > now() and exists (
  select from users u where u.id = i.invited_by and u.role in ('admin', 'owner') and u.deleted_at is null)`);

/** Newest first. */
export async function listOpenInvitations(db: Db) {
  const { rows } = await db.execute<StaffInvitation>(sql`
    select i.id, i.email, i.role, ${staffName('inviter')} as "invitedBy", i.created_at as "createdAt",
           i.expires_at as "expiresAt", not (${USABLE}) as expired
      from staff_invitations i left join users inviter on inviter.id = i.invited_by
     where ${OPEN} order by i.id desc limit ${INVITATIONS_MAX}`);
  return rows;
}

/** Serializes new invitations until the transaction ends: each of two could be the last one that the limit allows. */
export const lockInvitations = (tx: Db) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('staff invitations', 0))`);

export async function countOpenInvitations(tx: Db) {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count
      from (select from staff_invitations i where ${OPEN} limit ${INVITATIONS_MAX}) counted`);
  return rows[0]?.count ?? 0;
}

export async function findAccount(db: Db, email: string) {
  const [account] = await db
    .select({ id: users.id, role: users.role })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt)));
  return account;
}

/** Locked until the transaction ends. */
export async function lockAccount(tx: Db, id: string) {
  const [account] = await tx
    .select({ name: users.name, email: users.email, role: users.role })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for('no key update');
  return account;
}

const EXPIRY = sql`now() + make_interval(days => ${INVITATION_DAYS})`;

type NewRow = Pick<typeof invitations.$inferInsert, 'email' | 'role' | 'secretHash' | 'invitedBy'>;

export async function insertInvitation(tx: Db, row: NewRow) {
  const [added] = await tx
    .insert(invitations)
    .values({ ...row, expiresAt: EXPIRY })
    .returning({ id: invitations.id, expiresAt: invitations.expiresAt });
  if (!added) throw new Error('The invitation was not stored.');
  return added;
}

const ROW = { id: invitations.id, email: invitations.email, role: invitations.role, invitedBy: invitations.invitedBy };
const isOpen = (id: string) =>
  and(eq(invitations.id, id), isNull(invitations.acceptedAt), isNull(invitations.revokedAt));

export async function findOpenInvitation(db: Db, id: string) {
  const [invitation] = await db.select(ROW).from(invitations).where(isOpen(id));
  return invitation;
}

/** Locked until the transaction ends. */
export async function lockOpenInvitation(tx: Db, id: string) {
  const [invitation] = await tx.select(ROW).from(invitations).where(isOpen(id)).for('update');
  return invitation;
}

/** Earlier links stop working. */
export async function renewInvitation(tx: Db, id: string, change: Pick<NewRow, 'secretHash' | 'invitedBy'>) {
  const [renewed] = await tx
    .update(invitations)
    .set({ ...change, expiresAt: EXPIRY })
    .where(eq(invitations.id, id))
    .returning({ expiresAt: invitations.expiresAt });
  if (!renewed) throw new Error('The invitation was not stored.');
  return renewed;
}

export const updateRevoked = (tx: Db, id: string) =>
  tx.update(invitations).set({ revokedAt: sql`now()` }).where(isOpen(id));

/** For a change of role: an older invitation must not give another one. */
export const updateRevokedOf = (tx: Db, userId: string) =>
  tx.execute(sql`
    update staff_invitations i set revoked_at = now()
     where ${OPEN} and i.email = (select email from users where id = ${userId})`);

export type InvitationRef = { id: string; secretHash: string };
type LinkedInvitation = Pick<StaffInvitation, 'id' | 'email' | 'role'> & { invitedBy: string };

const byLink = ({ id, secretHash }: InvitationRef): SQL => sql`
  select i.id, i.email, i.role, i.invited_by as "invitedBy"
    from staff_invitations i where i.id = ${id} and i.secret_hash = ${secretHash} and ${OPEN} and ${USABLE}`;

/** Undefined if the link does not work. */
export async function findByLink(db: Db, link: InvitationRef) {
  const { rows } = await db.execute<LinkedInvitation>(byLink(link));
  return rows[0];
}

/** Locked until the transaction ends: of concurrent calls, only the first finds it open. */
export async function lockByLink(tx: Db, link: InvitationRef) {
  const { rows } = await tx.execute<LinkedInvitation>(sql`${byLink(link)} for update of i`);
  return rows[0];
}

export const updateAccepted = (tx: Db, id: string) =>
  tx.update(invitations).set({ acceptedAt: sql`now()` }).where(eq(invitations.id, id));

/** Also accepted and revoked ones: the audit log has what happened. */
export const deleteOldInvitations = (db: Db) =>
  deleteInPortions(() =>
    db.execute(sql`
      delete from staff_invitations where id in (
        select id from staff_invitations where expires_at < ${endOfRetention('staffInvitations')}
         order by expires_at limit ${PORTION} for update skip locked)`),
  );
