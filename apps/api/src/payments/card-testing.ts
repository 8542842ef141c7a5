import { createHmac } from 'node:crypto';
import { normalizeIP } from '@fastify/rate-limit';
import { checkoutMessages } from '@shop/contracts/checkout/messages';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { type Failures, insertSources, listRecentFailures, type PaymentSource } from './source-queries.ts';

const MOST_FAILURES = 5;
const FAILURES_WITHIN_MINUTES = 10;

type Client = { userId: string; ip: string; device: string };

/** `factor` is for load tests, in which all clients share one IP address. */
export function sourcesOf({ userId, ip, device }: Client, secret: string, factor: number): PaymentSource[] {
  const source = (kind: string, value: string) => createHmac('sha256', secret).update(`${kind} ${value}`).digest();
  return [
    { source: source('user', userId), mostFailures: MOST_FAILURES },
    { source: source('device', device), mostFailures: MOST_FAILURES },
    { source: source('ip', normalizeIP(ip)), mostFailures: MOST_FAILURES * factor },
  ];
}

export const listPaymentFailures = (db: Db, sources: PaymentSource[]) =>
  listRecentFailures(db, sources, FAILURES_WITHIN_MINUTES);

/** Blocks a client after too many failed payments, so that further attempts reach no bank. */
export function assertNoCardTesting(failures: Failures[]) {
  const seconds = failures.flatMap(({ failed, most, secondsLeft }) => (failed >= most ? [secondsLeft] : []));
  if (seconds.length > 0)
    throw new DomainError('too_many', 'too_many_failures', checkoutMessages.tooManyFailures, {
      retryAfterSeconds: Math.max(...seconds),
    });
}

/** In the transaction that opens or resumes the checkout: its failed payments count for all of these. */
export const noteSources = insertSources;
