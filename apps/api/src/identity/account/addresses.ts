import { addressMessages } from '@shop/contracts/identity/account-messages';
import type { ChangedAddress, NewAddress, User } from '@shop/contracts/identity/schema';
import { updateGuestName } from '#identity/guest-queries.ts';
import { getUser, lockCurrentUser } from '#identity/service.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import {
  countAddresses,
  deleteAddress,
  findOldestAddress,
  insertAddress,
  updateAddress,
  updateDefault,
} from './address-queries.ts';

const MAX_ADDRESSES = 50;

export const addAddress = (db: Db, actor: Actor, { id: _clientId, isDefault, ...lines }: NewAddress) =>
  withUserLock(db, actor, async (tx) => {
    const { count } = await tx.run(countAddresses(actor.id));
    if (count >= MAX_ADDRESSES) throw new DomainError('conflict', 'too_many_addresses', addressMessages.tooMany);

    assertNamed(actor, lines);
    const { id } = await tx.run(insertAddress(actor.id, lines));
    await nameGuest(tx, actor, lines);
    if (isDefault || count === 0) await updateDefault(tx, actor.id, id);
  });

/** Clearing `isDefault` on the default address has no effect: there is always one default. */
export const changeAddress = (db: Db, actor: Actor, { id, isDefault, ...lines }: ChangedAddress) =>
  withUserLock(db, actor, async (tx) => {
    assertNamed(actor, lines);
    assertFound(await tx.run(updateAddress(actor.id, id, lines)));
    await nameGuest(tx, actor, lines);
    if (isDefault) await updateDefault(tx, actor.id, id);
  });

export const setDefaultAddress = (db: Db, actor: Actor, id: string) =>
  withUserLock(db, actor, async (tx) => {
    assertFound(await updateDefault(tx, actor.id, id));
  });

export const removeAddress = (db: Db, actor: Actor, id: string) =>
  withUserLock(db, actor, async (tx) => {
    const { isDefault } = assertFound(await tx.run(deleteAddress(actor.id, id)));
    const nextDefault = isDefault && (await tx.run(findOldestAddress(actor.id)));
    if (nextDefault) await updateDefault(tx, actor.id, nextDefault.id);
  });

/** A parcel is addressed to the recipient or else to the customer, and a guest has no name of their own. */
function assertNamed(actor: Actor, { recipient }: { recipient: string | null }) {
  const message = addressMessages.recipientRequired;
  if (actor.guest && !recipient)
    throw new DomainError('invalid', 'invalid', message, { errors: [{ field: 'recipient', message }] });
}

async function nameGuest(tx: Db, actor: Actor, { recipient }: { recipient: string | null }) {
  if (actor.guest && recipient) await tx.run(updateGuestName(actor.id, recipient));
}

/** Serializes changes per user, so that concurrent requests cannot leave two defaults or none. */
function withUserLock(db: Db, actor: Actor, change: (tx: Db) => Promise<void>): Promise<User> {
  return db.transaction(async (tx) => {
    await lockCurrentUser(tx, actor);
    await change(tx);
    return getUser(tx, actor.id);
  });
}

/** Another customer's address gives the same error as an unknown id. */
function assertFound<T>(address: T | undefined): T {
  if (address === undefined) throw new DomainError('not_found', 'address_not_found', addressMessages.notFound);
  return address;
}
