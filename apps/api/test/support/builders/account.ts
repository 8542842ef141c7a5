/** Registered accounts with a real password. */
import { randomBytes } from 'node:crypto';
import { SESSION_COOKIE } from '@shop/contracts/identity/constants';
import { SignedIn } from '@shop/contracts/identity/schema';
import type { LightMyRequestResponse } from 'fastify';
import type { TestStore } from '#test/harness.ts';

export const PASSWORD = 'a quiet violet stone';

export const anEmail = () => `${randomBytes(6).toString('hex')}@example.com`;

/** The session cookie of a response, as a `cookie` request header. */
export const sessionCookie = ({ headers }: LightMyRequestResponse) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .find((line) => line.startsWith(`${SESSION_COOKIE}=`))
    ?.split(';')[0] ?? '';

/** Same effect as the link in the welcome email. */
const confirmEmail = ({ sql }: Pick<TestStore, 'sql'>, email: string) =>
  sql.query('update users set email_verified = true where email = $1', [email]);

/** The email address is confirmed by default. */
export async function anAccount(
  shop: Pick<TestStore, 'guest' | 'sql'>,
  { name = 'Ada Lovelace', from = '127.0.0.1', confirmed = true } = {},
) {
  const email = anEmail();
  const registered = await shop.guest.post(
    '/api/auth/register',
    { name, email, password: PASSWORD },
    { 'x-forwarded-for': from },
  );
  if (confirmed) await confirmEmail(shop, email);
  return { email, cookie: sessionCookie(registered), ...SignedIn.parse(registered.json()) };
}
