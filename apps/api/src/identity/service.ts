import type { IncomingHttpHeaders } from 'node:http';
import { Id } from '@shop/contracts/common/schema';
import { orderLinkCookie } from '@shop/contracts/identity/constants';
import { orderLinkMessages } from '@shop/contracts/identity/guest-messages';
import type { Session, User } from '@shop/contracts/identity/schema';
import { z } from 'zod';
import { readOrderKey } from '#mail/service.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { type Actor, unauthenticated } from '#platform/http/access.ts';
import { cookie } from '#platform/http/cookies.ts';
import { findGuestOfOrder } from './guest-queries.ts';
import { findActorByToken, findCounts, findUser, listAddresses } from './queries.ts';
import { sessionToken } from './rules.ts';
import { lockUser, updateMarketingConsent } from './user-queries.ts';

export { searchUserIds } from './customer-queries.ts';
// `listLiveTokens` and `sessionToken` are for notification streams, which outlive a request but not their session.
export { countCustomers, findCustomers } from './customers.ts';
export { marketingToken, userOfMarketingToken } from './marketing-rules.ts';
export { listLiveTokens } from './queries.ts';
export { sessionToken } from './rules.ts';
export { asTemporaryCustomer } from './temporary-customer.ts';

/** The actor of a request; the database is queried only for tokens with a valid signature. */
export async function findActor(db: Db, acceptedAuthSecrets: readonly string[], headers: IncomingHttpHeaders) {
  const token = sessionToken(headers, acceptedAuthSecrets);
  return token === undefined ? undefined : findActorByToken(db, token);
}

type OrderRequest = { params: unknown; headers: IncomingHttpHeaders };

/** The guest whose order has the id in the URL, if the cookie has a link of it that is not revoked; it may have expired. */
export async function findOrderLink(db: Db, acceptedAuthSecrets: readonly string[], { params, headers }: OrderRequest) {
  const { data } = OrderParams.safeParse(params);
  const key = data && cookie(headers.cookie, orderLinkCookie(data.id));
  const link = key ? readOrderKey(key, data.id, acceptedAuthSecrets) : undefined;
  const guest = data && link && (await db.run(findGuestOfOrder(data.id, link.version)));
  return guest && { guest, isExpired: link.expiresAt <= new Date() };
}
const OrderParams = z.object({ id: Id });

/** The same, if the link is valid. An expired one has an error of its own: its page sends a new one. */
export async function findActorOfOrderLink(db: Db, acceptedAuthSecrets: readonly string[], request: OrderRequest) {
  const link = await findOrderLink(db, acceptedAuthSecrets, request);
  if (link?.isExpired) throw new DomainError('unauthenticated', 'order_link_expired', orderLinkMessages.expired);
  return link?.guest;
}

export async function getSession(
  db: Db,
  actor: Actor | undefined,
  countGuestCart: () => Promise<number>,
): Promise<Session> {
  const empty = { cartCount: 0, wishlistCount: 0, wishlist: [], unreadCount: 0, country: null };
  if (!actor) return { user: null, ...empty, cartCount: await countGuestCart() };
  const { name, role, guest } = actor;
  const counts = { ...empty, ...(await db.run(findCounts(actor.id))) };
  // Notifications are read in an account.
  return guest ? { user: { name, role, guest }, ...counts, unreadCount: 0 } : { user: { name, role }, ...counts };
}

/** The account may have been deleted since the session was checked. */
export async function lockCurrentUser(tx: Db, actor: Actor) {
  const user = await tx.run(lockUser(actor.id));
  if (!user) throw unauthenticated();
  return user;
}

export async function getUser(db: Db, id: string): Promise<User> {
  const user = await db.run(findUser(id));
  // The account may have been deleted after the session check.
  if (!user) throw unauthenticated();
  const { guestEmail, ...account } = user;
  const addresses = await db.run(listAddresses(id));
  return guestEmail ? { ...account, email: guestEmail, guest: true, addresses } : { ...account, addresses };
}

/**
 * For unsubscribe links. Call it before other rows are written: users are locked first. Returns the confirmed email
 * address of the account.
 */
export async function withdrawMarketingConsent(tx: Db, account: { id: string } | { email: string }) {
  const user = await tx.run(updateMarketingConsent(account));
  return user?.emailVerified ? user.email : undefined;
}
