import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { DAY_MS, SECOND_MS } from '@shop/contracts/common/time';
import { KNOWN_DEVICE_COOKIE } from '@shop/contracts/identity/constants';
import { cookie, tokenCookie } from '#platform/http/cookies.ts';
import type { AuthSettings } from './better-auth.ts';

const YEAR_SECONDS = (365 * DAY_MS) / SECOND_MS;
/** Accounts of one browser that are remembered, the latest login first. */
const MOST_ACCOUNTS = 5;
const ENTRY = /^([\w-]{16})\.([\w-]{43})$/;

type Secrets = Pick<AuthSettings, 'authSecret' | 'acceptedAuthSecrets'>;

/** The random id of a device and our signature of it for one account, which the cookie does not name. */
const entryOf = (device: string, email: string, secret: string) =>
  `${device}.${createHmac('sha256', secret).update(`known device ${device} ${email}`).digest('base64url')}`;

const entriesIn = (header: string | undefined) =>
  (cookie(header, KNOWN_DEVICE_COOKIE) ?? '')
    .split(':')
    .filter((entry) => ENTRY.test(entry))
    .slice(0, MOST_ACCOUNTS);

const deviceIn = (entry: string) => entry.split('.')[0] ?? '';

const isOf = (entry: string, email: string, { acceptedAuthSecrets }: Pick<Secrets, 'acceptedAuthSecrets'>) =>
  acceptedAuthSecrets.some((secret) =>
    timingSafeEqual(Buffer.from(entry), Buffer.from(entryOf(deviceIn(entry), email, secret))),
  );

/** The id of a device that has logged in to the account with this email address before, or has reset its password. */
export function findKnownDevice(header: string | undefined, email: string, secrets: Secrets) {
  const entry = entriesIn(header).find((it) => isOf(it, email, secrets));
  return entry && deviceIn(entry);
}

/** Each login renews the year and the place in the list; the id stays, and with it what the device has counted. */
export function knownDeviceCookie(header: string | undefined, email: string, secrets: Secrets) {
  const device = findKnownDevice(header, email, secrets) ?? randomBytes(12).toString('base64url');
  const others = entriesIn(header).filter((entry) => !isOf(entry, email, secrets));
  const entries = [entryOf(device, email, secrets.authSecret), ...others].slice(0, MOST_ACCOUNTS);
  return tokenCookie(KNOWN_DEVICE_COOKIE, entries.join(':'), YEAR_SECONDS);
}
