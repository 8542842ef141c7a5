import type { NewAddress } from '@shop/contracts/identity/schema';
import type { Db } from '#platform/database/db.ts';
import { bool, number, uuid } from '#platform/database/row.ts';
import { assignments, count, first, one, rowsOf, sql } from '#platform/database/sql.ts';

type Lines = Omit<NewAddress, 'id' | 'isDefault'>;

const isOwn = (userId: string, id: string) => sql`id = ${id} and user_id = ${userId}`;

export const countAddresses = (userId: string) =>
  one('identity.countAddresses', { count: number })`select count(*) from addresses where user_id = ${userId}`;

export const insertAddress = (userId: string, lines: Lines) =>
  one('identity.insertAddress', { id: uuid })`insert into addresses ${rowsOf([{ ...lines, userId }])} returning id`;

/** Undefined if the id is unknown or belongs to another user, as in the functions below. */
export const updateAddress = (userId: string, id: string, lines: Lines) =>
  first('identity.updateAddress', { id: uuid })`
    update addresses set ${assignments(lines)} where ${isOwn(userId, id)} returning id`;

export async function updateDefault(tx: Db, userId: string, id: string) {
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

export const deleteAddress = (userId: string, id: string) =>
  first('identity.deleteAddress', { isDefault: bool })`
    delete from addresses where ${isOwn(userId, id)} returning is_default`;

export const findOldestAddress = (userId: string) =>
  first('identity.findOldestAddress', { id: uuid })`
    select id from addresses where user_id = ${userId} order by created_at, id limit 1`;
