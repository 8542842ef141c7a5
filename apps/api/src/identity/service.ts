import type { IncomingHttpHeaders } from 'node:http';
import type { Session, User } from '@shop/contracts/identity';
import type { Pool } from 'pg';
import type { Db } from '#db.ts';
import { type Actor, unauthenticated } from '#platform/access.ts';
import { findActorByToken, findCounts, findUser, listAddresses } from './queries.ts';
import { lockUser } from './queries-account.ts';
import { sessionToken } from './rules.ts';

// For what outlives a request: an open page is told the news until its session ends.
export { findCustomers } from './customers.ts';
export { listLiveTokens } from './queries.ts';
export { searchUserIds } from './queries-customers.ts';
export { sessionToken } from './rules.ts';
export { asTemporaryCustomer } from './temporary-customer.ts';

/** Who is behind a request; the database is asked only about tokens that carry our signature. */
export async function findActor(pool: Pool, secret: string, headers: IncomingHttpHeaders) {
  const token = sessionToken(headers, secret);
  return token === undefined ? undefined : findActorByToken(pool, token);
}

export async function getSession(
  pool: Pool,
  actor: Actor | undefined,
  countGuestCart: () => Promise<number>,
): Promise<Session> {
  const empty = { cartCount: 0, wishlistCount: 0, wishlist: [], unreadCount: 0 };
  if (!actor) return { user: null, ...empty, cartCount: await countGuestCart() };
  return { user: { name: actor.name, role: actor.role }, ...empty, ...(await findCounts(pool, actor.id)) };
}

/** The account may have been deleted since the session was checked. */
export async function lockCurrentUser(tx: Db, actor: Actor) {
  const user = await lockUser(tx, actor.id);
  if (!user) throw unauthenticated();
  return user;
}

export async function getUser(db: Db, id: string): Promise<User> {
  const user = await findUser(db, id);
  // Deleted between the check of the session and now.
  if (!user) throw unauthenticated();
  return { ...user, addresses: await listAddresses(db, id) };
}
