import { createHmac } from 'node:crypto';
import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { clientNetworks, lineNetworks } from '@shop/telemetry/client-networks';
import { DomainError } from '#platform/errors.ts';
import { type Failures, insertSources, listRecentFailures, type PaymentSource } from './source-queries.ts';

const MOST_FAILURES = 5;
const FAILURES_WITHIN_MINUTES = 10;
/** Unpaid orders at the provider within an hour. */
const MOST_ORDERS = 20;

type Client = { userId: string; ip: string; device: string };

/**
 * What a client is counted by. `factor` is for load tests, in which all clients share one IP address. A home has one
 * line, whatever the number of its networks, and stock is scarce: unpaid units are counted for the line.
 */
export function sourcesOf({ userId, ip, device }: Client, secret: string, factor: number): PaymentSource[] {
  const source = (kind: string, value: string) => createHmac('sha256', secret).update(`${kind} ${value}`).digest();
  const lines = new Map(lineNetworks(ip).map(({ network, factor: more }) => [network, more]));
  return [
    { source: source('user', userId), mostFailures: MOST_FAILURES, mostOrders: MOST_ORDERS },
    { source: source('device', device), mostFailures: MOST_FAILURES, mostOrders: MOST_ORDERS, unitsFactor: 1 },
    ...clientNetworks(ip).map(({ network, factor: more }) => ({
      source: source('ip', network),
      mostFailures: MOST_FAILURES * factor * more,
      mostOrders: MOST_ORDERS * factor * more,
      unitsFactor: (lines.get(network) ?? 0) * factor || undefined,
    })),
  ];
}

export const listPaymentFailures = (sources: PaymentSource[]) => listRecentFailures(sources, FAILURES_WITHIN_MINUTES);

/** Blocks a client after too many failed payments, so that further attempts reach no bank. */
export function assertNoCardTesting(failures: Failures[]) {
  const seconds = failures.flatMap(({ failed, most, secondsLeft }) => (failed >= most ? [secondsLeft] : []));
  if (seconds.length > 0)
    throw new DomainError('too_many', 'too_many_failures', checkoutMessages.tooManyFailures, {
      retryAfterSeconds: Math.max(...seconds),
    });
}

/** In the transaction that opens or resumes the checkout: its failed payments count for all of these. */
export const recordSources = insertSources;
