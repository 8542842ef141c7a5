import type { IncomingHttpHeaders } from 'node:http';
import type { Session, User } from '@shop/contracts/identity/schema';
import type { Db } from '#platform/database/db.ts';
import { type Actor, unauthenticated } from '#platform/http/access.ts';
import { findActorByToken, findCounts, findUser, listAddresses } from './queries.ts';
import { sessionToken } from './rules.ts';
import { lockUser, updateMarketingConsent } from './user-queries.ts';

// `listLiveTokens` and `sessionToken` are for notification streams, which outlive a request but not their session.
export { countCustomers, findCustomers } from '#identity/customers/customers.ts';
export { searchUserIds } from '#identity/customers/queries.ts';
export { asTemporaryCustomer } from '#identity/customers/temporary-customer.ts';
export { marketingToken, userOfMarketingToken } from './marketing-rules.ts';
export { listLiveTokens } from './queries.ts';
export { sessionToken } from './rules.ts';

/** The actor of a request; the database is queried only for tokens with a valid signature. */
export async function findActor(db: Db, acceptedAuthSecrets: readonly string[], headers: IncomingHttpHeaders) {
  const token = sessionToken(headers, acceptedAuthSecrets);
  return token === undefined ? undefined : findActorByToken(db, token);
}

export async function getSession(
  db: Db,
  actor: Actor | undefined,
  countGuestCart: () => Promise<number>,
): Promise<Session> {
  const empty = { cartCount: 0, wishlistCount: 0, wishlist: [], unreadCount: 0 };
  if (!actor) return { user: null, ...empty, cartCount: await countGuestCart() };
  return { user: { name: actor.name, role: actor.role }, ...empty, ...(await findCounts(db, actor.id)) };
}

/** The account may have been deleted since the session was checked. */
export async function lockCurrentUser(tx: Db, actor: Actor) {
  const user = await lockUser(tx, actor.id);
  if (!user) throw unauthenticated();
  return user;
}

export async function getUser(db: Db, id: string): Promise<User> {
  const user = await findUser(db, id);
  // The account may have been deleted after the session check.
  if (!user) throw unauthenticated();
  return { ...user, addresses: await listAddresses(db, id) };
}

/**
 * For unsubscribe links. Call it before other rows are written: users are locked first. Returns the confirmed email
 * address of the account.
 */
export async function withdrawMarketingConsent(tx: Db, account: { id: string } | { email: string }) {
  const user = await updateMarketingConsent(tx, account);
  return user?.emailVerified ? user.email : undefined;
}
