import { addressMessages } from '@shop/contracts/identity/account-messages';
import * as operations from '@shop/contracts/identity/operations';
import type { ChangedAddress, NewAddress, User } from '@shop/contracts/identity/schema';
import type { FastifyPluginAsync } from 'fastify';
import { updateGuestName } from '#identity/guest-queries.ts';
import { getUser, lockCurrentUser } from '#identity/service.ts';
import type { Db } from '#platform/database/db.ts';
import { bool, number, uuid } from '#platform/database/row.ts';
import { assignments, count, first, one, rowsOf, sql } from '#platform/database/sql.ts';
import { DomainError } from '#platform/errors.ts';
import { type Actor, acceptGuests, findSessionsOnCheckoutPool } from '#platform/http/access.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';

/** Every change responds with the updated customer, including all addresses. */
export const addressRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);
  findSessionsOnCheckoutPool(app);
  acceptGuests(app);
  handle(app, operations.createAddress, { access: 'owner', rate: 'write' }, ({ actor, body }) =>
    addAddress(app.checkoutDb, actor, body),
  );

  handle(app, operations.updateAddress, { access: 'owner', rate: 'write' }, ({ actor, body }) =>
    changeAddress(app.checkoutDb, actor, body),
  );

  handle(app, operations.setDefaultAddress, { access: 'owner', rate: 'write' }, ({ actor, params }) =>
    setDefaultAddress(app.checkoutDb, actor, params.id),
  );

  handle(app, operations.deleteAddress, { access: 'owner', rate: 'write' }, ({ actor, params }) =>
    removeAddress(app.checkoutDb, actor, params.id),
  );
};

const MAX_ADDRESSES = 50;

const addAddress = (db: Db, actor: Actor, { id: _clientId, isDefault, ...lines }: NewAddress) =>
  withUserLock(db, actor, async (tx) => {
    const { count } = await tx.run(countAddresses(actor.id));
    if (count >= MAX_ADDRESSES) throw new DomainError('conflict', 'too_many_addresses', addressMessages.tooMany);

    assertNamed(actor, lines);
    const { id } = await tx.run(insertAddress(actor.id, lines));
    await nameGuest(tx, actor, lines);
    if (isDefault || count === 0) await updateDefault(tx, actor.id, id);
  });

/** Clearing `isDefault` on the default address has no effect: there is always one default. */
const changeAddress = (db: Db, actor: Actor, { id, isDefault, ...lines }: ChangedAddress) =>
  withUserLock(db, actor, async (tx) => {
    assertNamed(actor, lines);
    assertFound(await tx.run(updateAddress(actor.id, id, lines)));
    await nameGuest(tx, actor, lines);
    if (isDefault) await updateDefault(tx, actor.id, id);
  });

const setDefaultAddress = (db: Db, actor: Actor, id: string) =>
  withUserLock(db, actor, async (tx) => {
    assertFound(await updateDefault(tx, actor.id, id));
  });

const removeAddress = (db: Db, actor: Actor, id: string) =>
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

type Lines = Omit<NewAddress, 'id' | 'isDefault'>;

const isOwn = (userId: string, id: string) => sql`id = ${id} and user_id = ${userId}`;

const countAddresses = (userId: string) =>
  one('identity.countAddresses', { count: number })`select count(*) from addresses where user_id = ${userId}`;

const insertAddress = (userId: string, lines: Lines) =>
  one('identity.insertAddress', { id: uuid })`insert into addresses ${rowsOf([{ ...lines, userId }])} returning id`;

/** Undefined if the id is unknown or belongs to another user, as in the functions below. */
const updateAddress = (userId: string, id: string, lines: Lines) =>
  first('identity.updateAddress', { id: uuid })`
    update addresses set ${assignments(lines)} where ${isOwn(userId, id)} returning id`;

async function updateDefault(tx: Db, userId: string, id: string) {
  // Clears the old default first: a unique index allows only one at any time.
  await tx.run(
    count('identity.clearDefault')`
      update addresses set is_default = false where user_id = ${userId} and is_default = true`,
  );
  return tx.run(
    first('identity.updateDefault', { id: uuid })`
      update addresses set is_default = true where ${isOwn(userId, id)} returning id`,
  );
}

const deleteAddress = (userId: string, id: string) =>
  first('identity.deleteAddress', { isDefault: bool })`
    delete from addresses where ${isOwn(userId, id)} returning is_default`;

const findOldestAddress = (userId: string) =>
  first('identity.findOldestAddress', { id: uuid })`
    select id from addresses where user_id = ${userId} order by created_at, id limit 1`;
