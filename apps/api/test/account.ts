/** People who registered themselves, with a real password. */
import { randomBytes } from 'node:crypto';
import { SESSION_COOKIE, SignedIn } from '@shop/contracts/identity';
import type { LightMyRequestResponse } from 'fastify';
import type { Shop } from './harness.ts';

export const PASSWORD = 'a quiet violet stone';

export const anEmail = () => `${randomBytes(6).toString('hex')}@example.com`;

/** The session cookie an answer sets, as a browser sends it back. */
export const sessionCookie = ({ headers }: LightMyRequestResponse) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .find((line) => line.startsWith(`${SESSION_COOKIE}=`))
    ?.split(';')[0] ?? '';

export async function anAccount({ guest }: Pick<Shop, 'guest'>, { name = 'Ada Lovelace', from = '127.0.0.1' } = {}) {
  const email = anEmail();
  const registered = await guest.post(
    '/api/auth/register',
    { name, email, password: PASSWORD },
    { 'x-forwarded-for': from },
  );
  return { email, cookie: sessionCookie(registered), ...SignedIn.parse(registered.json()) };
}
