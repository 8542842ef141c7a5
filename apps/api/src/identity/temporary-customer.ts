import { randomBytes } from 'node:crypto';
import { SESSION_COOKIE } from '@shop/contracts/identity';
import { sql } from 'drizzle-orm';
import type { Db } from '#db.ts';
import { signToken } from './rules.ts';

/** Reserved (RFC 2606): no mail ever leads there, and nobody can register with it by following a link. */
const DOMAIN = 'temporary-customer.invalid';

/**
 * Runs `work` with the session cookie of a customer who exists only for it, without a password. What a process that died
 * left behind is removed by the next one; its session ended by itself after five minutes.
 */
export async function asTemporaryCustomer<T>(db: Db, authSecret: string, work: (cookie: string) => Promise<T>) {
  const token = randomBytes(24).toString('hex');
  const email = `${randomBytes(8).toString('hex')}@${DOMAIN}`;
  await db.execute(sql`delete from users where email like ${`%@${DOMAIN}`} and created_at < now() - interval '1 hour'`);
  await db.execute(sql`
    with customer as (insert into users (name, email, role) values ('Payment page check', ${email}, 'customer') returning id)
    insert into sessions (user_id, token, expires_at) select id, ${token}, now() + interval '5 minutes' from customer`);
  try {
    return await work(`${SESSION_COOKIE}=${encodeURIComponent(signToken(token, authSecret))}`);
  } finally {
    await db.execute(sql`delete from users where email = ${email}`);
  }
}
