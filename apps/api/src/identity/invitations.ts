import { randomBytes } from 'node:crypto';
import { isStaff } from '@shop/contracts/common/permissions';
import { staffPageMessages as messages } from '@shop/contracts/identity/staff-messages';
import { INVITATIONS_MAX, type NewInvitation, type StaffList } from '@shop/contracts/identity/staff-schema';
import { record } from '#audit/service.ts';
import { emailHint, hashOf, linkFor } from '#identity/auth/link-rules.ts';
import { queueEmail } from '#mail/service.ts';
import type { Db } from '#platform/database/db.ts';
import { violatesConstraint } from '#platform/database/errors.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { lockAgainstDeletion } from '#platform/http/active-user.ts';
import { toIso, withIsoDate } from '#platform/timestamps.ts';
import {
  countOpenInvitations,
  findAccount,
  findOpenInvitation,
  insertInvitation,
  listOpenInvitations,
  listStaff,
  lockInvitations,
  lockOpenInvitation,
  renewInvitation,
  updateRevoked,
} from './staff-queries.ts';

export async function browseStaff(db: Db, actor: Actor): Promise<StaffList> {
  const [members, invitations] = await Promise.all([db.run(listStaff()), db.run(listOpenInvitations())]);
  return {
    members: members.map(({ lastLoginAt, ...member }) => ({
      ...member,
      lastLoginAt: lastLoginAt && toIso(lastLoginAt),
      isYou: member.id === actor.id,
    })),
    invitations: invitations.map((invitation) => ({
      ...withIsoDate(invitation),
      expiresAt: toIso(invitation.expiresAt),
    })),
  };
}

/**
 * The caller has confirmed the password of the actor. That the actor is still an owner is checked when the invitation
 * is accepted.
 */
export async function inviteStaff(tx: Db, actor: Actor, { email, role }: Omit<NewInvitation, 'password'>) {
  await lockAgainstDeletion(tx, { email });
  const account = await tx.run(findAccount(email));
  if (isStaff(account)) throw rejectedEmail('already_staff', messages.alreadyStaff);
  await tx.run(lockInvitations());
  if ((await countOpenInvitations(tx)) >= INVITATIONS_MAX)
    throw new DomainError('conflict', 'too_many_invitations', messages.tooMany);

  const secret = newSecret();
  const row = { email, role, secretHash: hashOf(secret), invitedBy: actor.id };
  const { id, expiresAt } = await tx.run(insertInvitation(row)).catch((error) => {
    throw violatesConstraint(error, 'staff_invitations_open')
      ? rejectedEmail('already_invited', messages.alreadyInvited)
      : error;
  });
  await record(tx, actor, {
    action: 'staff.invite',
    entity: 'staff_invitation',
    entityId: id,
    before: null,
    after: loggedFields({ email, role }),
  });
  const { token } = linkFor(id, secret);
  await queueInvitation(tx, { email, userId: account?.id, role, by: actor.name, token, expiresAt });
  return { id };
}

/** A new link for another seven days. From now on it depends on this owner. */
export async function resendInvitation(tx: Db, actor: Actor, id: string) {
  const found = await tx.run(findOpenInvitation(id));
  if (!found) throw invitationNotFound();
  await lockAgainstDeletion(tx, { email: found.email });
  const invitation = await tx.run(lockOpenInvitation(id));
  if (!invitation) throw invitationNotFound();

  const { email, role } = invitation;
  const account = await tx.run(findAccount(email));
  const { token, secretHash } = linkFor(id, newSecret());
  const { expiresAt } = await tx.run(renewInvitation(id, { secretHash, invitedBy: actor.id }));
  const logged = loggedFields({ email, role });
  await record(tx, actor, {
    action: 'staff.resend_invitation',
    entity: 'staff_invitation',
    entityId: id,
    before: logged,
    after: { ...logged, resent: true },
  });
  await queueInvitation(tx, { email, userId: account?.id, role, by: actor.name, token, expiresAt });
  return { id };
}

export async function revokeInvitation(tx: Db, actor: Actor, id: string) {
  const invitation = await tx.run(lockOpenInvitation(id));
  if (!invitation) throw invitationNotFound();
  await tx.run(updateRevoked(id));
  await record(tx, actor, {
    action: 'staff.revoke_invitation',
    entity: 'staff_invitation',
    entityId: id,
    before: loggedFields(invitation),
    after: null,
  });
}

const newSecret = () => randomBytes(32).toString('base64url');

/** The log is kept longer than the invitation: it has a hint of the address only. */
const loggedFields = ({ email, role }: { email: string; role: string }) => ({ email: emailHint(email), role });

const invitationNotFound = () => new DomainError('not_found', 'invitation_not_found', messages.notFound);

const rejectedEmail = (code: string, message: string) =>
  new DomainError('conflict', code, message, { errors: [{ field: 'email', message }] });

type InvitationEmail = Pick<NewInvitation, 'email' | 'role'> & {
  userId: string | undefined;
  by: string;
  token: string;
  expiresAt: Date;
};

const queueInvitation = (tx: Db, { email: to, userId, ...data }: InvitationEmail) =>
  queueEmail(tx, { kind: 'staff_invitation', to, userId, data });
