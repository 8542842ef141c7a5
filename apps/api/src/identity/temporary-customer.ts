import { randomBytes } from 'node:crypto';
import { SESSION_COOKIE } from '@shop/contracts/identity/constants';
import type { Db } from '#platform/database/db.ts';
import { count } from '#platform/database/sql.ts';
import { signToken } from './rules.ts';

/** Reserved (RFC 2606): undeliverable. An account registered with it has a password, which a temporary customer has not. */
const DOMAIN = 'temporary-customer.invalid';

/**
 * Runs `work` with the session cookie of a temporary customer without a password. Customers left over from crashed runs
 * are deleted by a later run; their sessions expire after five minutes.
 */
export async function asTemporaryCustomer<T>(db: Db, authSecret: string, work: (cookie: string) => Promise<T>) {
  const token = randomBytes(24).toString('hex');
  const email = `${randomBytes(8).toString('hex')}@${DOMAIN}`;
  await db.run(count('identity.deleteTemporaryCustomers')`
    delete from users u where email like ${`%@${DOMAIN}`} and created_at < now() - interval '1 hour'
       and not exists (select from accounts a where a.user_id = u.id)`);
  await db.run(count('identity.insertTemporaryCustomer')`
    with customer as (insert into users (name, email, role) values ('Payment page check', ${email}, 'customer') returning id)
    insert into sessions (user_id, token, expires_at) select id, ${token}, now() + interval '5 minutes' from customer`);
  try {
    return await work(`${SESSION_COOKIE}=${encodeURIComponent(signToken(token, authSecret))}`);
  } finally {
    await db.run(count('identity.deleteTemporaryCustomer')`delete from users where email = ${email}`);
  }
}
