import { INVITATION_DAYS } from '@shop/contracts/identity/constants';
import { StaffRole } from '@shop/contracts/identity/schema';
import { INVITATIONS_MAX, type NewInvitation, STAFF_SHOWN } from '@shop/contracts/identity/staff-schema';
import { staffName } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { bool, number, oneOf, orNull, type Row, text, timestamp, uuid } from '#platform/database/row.ts';
import { all, assignments, columnsOf, count, first, one, raw, rowsOf, sql } from '#platform/database/sql.ts';
import { endOfRetention, PORTION } from '#platform/retention.ts';

const member = {
  id: uuid,
  name: text,
  email: text,
  role: oneOf(StaffRole.options),
  twoFactor: bool,
  lastLoginAt: orNull(timestamp),
};

/** By name. */
export const listStaff = () =>
  all('identity.listStaff', member)`
    select id, name, email, role, two_factor_enabled as two_factor, last_login_at
      from users where role <> 'customer' and deleted_at is null order by searchable(name), id limit ${STAFF_SHOWN}`;

const OPEN = raw('i.accepted_at is null and i.revoked_at is null');
/** Sent by a user who is an owner, and not too old. */
const USABLE = raw(`i.expires_at > now() and exists (
  select from users u where u.id = i.invited_by and u.role in ('admin', 'owner') and u.deleted_at is null)`);

const invitation = { id: uuid, email: text, role: oneOf(StaffRole.exclude(['admin']).options) };
const listed = {
  ...invitation,
  invitedBy: orNull(text),
  createdAt: timestamp,
  expiresAt: timestamp,
  expired: bool,
};

/** Newest first. */
export const listOpenInvitations = () =>
  all('identity.listOpenInvitations', listed)`
    select i.id, i.email, i.role, ${staffName('inviter')} as invited_by, i.created_at, i.expires_at,
           not (${USABLE}) as expired
      from staff_invitations i left join users inviter on inviter.id = i.invited_by
     where ${OPEN} order by i.id desc limit ${INVITATIONS_MAX}`;

/** Serializes new invitations until the transaction ends: each of two could be the last one that the limit allows. */
export const lockInvitations = () =>
  count('identity.lockInvitations')`
    select from pg_advisory_xact_lock(hashtextextended('staff invitations', 0))`;

export async function countOpenInvitations(tx: Db) {
  const open = await tx.run(
    one('identity.countOpenInvitations', { count: number })`
      select count(*) from (select from staff_invitations i where ${OPEN} limit ${INVITATIONS_MAX}) counted`,
  );
  return open.count;
}

export const findAccount = (email: string) =>
  first('identity.findAccount', { id: uuid, role: text })`
    select id, role from users where email = ${email} and deleted_at is null`;

/** Locked until the transaction ends. */
export const lockAccount = (id: string) =>
  first('identity.lockAccount', { name: text, email: text, role: text })`
    select name, email, role from users where id = ${id} and deleted_at is null for no key update`;

const EXPIRY = sql`now() + make_interval(days => ${INVITATION_DAYS})`;

type NewRow = Pick<NewInvitation, 'email' | 'role'> & { secretHash: string; invitedBy: string };

export const insertInvitation = (row: NewRow) =>
  one('identity.insertInvitation', { id: uuid, expiresAt: timestamp })`
    insert into staff_invitations ${rowsOf([{ ...row, expiresAt: EXPIRY }])} returning id, expires_at`;

const isOpen = (id: string) => sql`id = ${id} and accepted_at is null and revoked_at is null`;

export const findOpenInvitation = (id: string) =>
  first('identity.findOpenInvitation', invitation)`
    select ${columnsOf(invitation)} from staff_invitations where ${isOpen(id)}`;

/** Locked until the transaction ends. */
export const lockOpenInvitation = (id: string) =>
  first('identity.lockOpenInvitation', invitation)`
    select ${columnsOf(invitation)} from staff_invitations where ${isOpen(id)} for update`;

/** Earlier links stop working. */
export const renewInvitation = (id: string, change: Pick<NewRow, 'secretHash' | 'invitedBy'>) =>
  one('identity.renewInvitation', { expiresAt: timestamp })`
    update staff_invitations set ${assignments({ ...change, expiresAt: EXPIRY })} where id = ${id} returning expires_at`;

export const updateRevoked = (id: string) =>
  count('identity.revokeInvitation')`update staff_invitations set revoked_at = now() where ${isOpen(id)}`;

/** For a change of role: an older invitation must not give another one. */
export const updateRevokedOf = (userId: string) =>
  count('identity.revokeInvitationsOf')`
    update staff_invitations i set revoked_at = now()
     where ${OPEN} and i.email = (select email from users where id = ${userId})`;

export type InvitationRef = { id: string; secretHash: string };
const linked = { ...invitation, invitedBy: uuid };
export type LinkedInvitation = Row<typeof linked>;

const byLink = ({ id, secretHash }: InvitationRef) => sql`
  select ${columnsOf(linked, 'i')}
    from staff_invitations i where i.id = ${id} and i.secret_hash = ${secretHash} and ${OPEN} and ${USABLE}`;

/** Undefined if the link does not work. */
export const findByLink = (link: InvitationRef) => first('identity.findByLink', linked)`${byLink(link)}`;

/** Locked until the transaction ends: of concurrent calls, only the first finds it open. */
export const lockByLink = (link: InvitationRef) =>
  first('identity.lockByLink', linked)`${byLink(link)} for update of i`;

export const updateAccepted = (id: string) =>
  count('identity.acceptInvitation')`update staff_invitations set accepted_at = now() where id = ${id}`;

/** Also accepted and revoked ones: the audit log has what happened. */
export const deleteOldInvitations = () =>
  count('identity.deleteOldInvitations')`
    delete from staff_invitations where id in (
      select id from staff_invitations where expires_at < ${endOfRetention('staffInvitations')}
       order by expires_at limit ${PORTION} for update skip locked)`;
