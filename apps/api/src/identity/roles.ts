import { isOwner, isStaff } from '@shop/contracts/common/permissions';
import { customerMessages } from '@shop/contracts/identity/admin-messages';
import { Role, type RoleChange } from '@shop/contracts/identity/admin-schema';
import { assertUnchangedSince, record, type UndoableEntry } from '#audit/service.ts';
import { lockOwners } from '#identity/account/erase-queries.ts';
import type { AuthContext } from '#identity/auth/login.ts';
import { confirmPassword } from '#identity/auth/own-password.ts';
import { queueEmail } from '#mail/service.ts';
import type { Db } from '#platform/database/db.ts';
import { recordEffect } from '#platform/dry-run.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { deleteSessionsOf, lockRole } from './customer-queries.ts';
import { customerNotFound } from './customers.ts';
import { updateRole } from './queries.ts';
import { updateRevokedOf } from './staff-queries.ts';

export async function setRole({ db, attempts }: AuthContext, actor: Actor, id: string, { role, password }: RoleChange) {
  await confirmPassword(db, attempts, actor, password);
  return db.transaction((tx) => assignRole(tx, actor, id, { role, action: 'customer.role' }));
}

/** A dry run: it needs no password, and counts no attempt. */
export const previewRole = (db: Db, actor: Actor, id: string, role: Role) =>
  db.transaction((tx) => assignRole(tx, actor, id, { role, action: 'customer.role' }));

/** Under the same rules as the change. The caller has confirmed the password of the actor. */
export const undoRoleEntry = (tx: Db, actor: Actor, entry: UndoableEntry) =>
  assignRole(tx, actor, entry.entityId, {
    role: Role.parse(entry.before?.role),
    action: 'customer.undo_role',
    assertCurrent: (current) => assertUnchangedSince(entry, current),
  });

type Assignment = {
  role: Role;
  action: 'customer.role' | 'customer.undo_role';
  /** Throws if the user has another role by now. */
  assertCurrent?: (current: { role: string }) => void;
};

/**
 * Ends the sessions of the user whose role changes, and notifies every owner. All owners are locked first, as in
 * account deletion: two who demote each other at once cannot both succeed.
 */
async function assignRole(tx: Db, actor: Actor, id: string, { role, action, assertCurrent }: Assignment) {
  const owners = await tx.run(lockOwners());
  // Checked again under the lock: the actor may no longer be an owner.
  if (!owners.some((owner) => owner.id === actor.id)) throw customerNotFound();
  const user = await tx.run(lockRole(id));
  if (!user) throw customerNotFound();
  const before = { role: user.role };
  assertCurrent?.(before);
  if (before.role === role) return { role };
  // Anyone can register with a colleague's email address.
  if (isStaff({ role }) && !user.emailVerified)
    throw new DomainError('conflict', 'email_unconfirmed', customerMessages.roleNeedsConfirmedEmail);
  if (isOwner(before) && !isOwner({ role }) && owners.every((owner) => owner.id === id))
    throw new DomainError('conflict', 'last_owner', customerMessages.lastOwner);

  await tx.run(updateRole(id, role, isStaff({ role })));
  const { live } = await deleteSessionsOf(tx, id);
  recordEffect({ kind: 'role', person: user.name, from: Role.parse(before.role), to: role });
  recordEffect({ kind: 'deleted', what: 'session', count: live });
  await tx.run(updateRevokedOf(id));
  await record(tx, actor, { action, entity: 'customer', entityId: id, before, after: { role } });
  for (const { id: userId, name, email: to } of owners) {
    const data = { name, personId: id, person: user.name, role, by: actor.name };
    await queueEmail(tx, { kind: 'role_changed', to, userId, data });
  }
  return { role };
}
