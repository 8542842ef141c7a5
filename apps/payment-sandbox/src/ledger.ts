import {
  appendFileSync,
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  truncateSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { Dispute, Order, Payment, Refund } from './entities.ts';

export const EVENTS = [
  'payment.authorized',
  'payment.captured',
  'payment.failed',
  'order.paid',
  'refund.created',
  'refund.processed',
  'refund.failed',
  'payment.dispute.created',
  'payment.dispute.under_review',
  'payment.dispute.action_required',
  'payment.dispute.won',
  'payment.dispute.lost',
  'payment.dispute.closed',
] as const;

/**
 * A webhook to the store, with the exact bytes that are sent. Signed when it is raised: retries keep that signature,
 * even if the secret has changed since.
 */
const WebhookEvent = z.object({
  id: z.string(),
  name: z.enum(EVENTS),
  order_id: z.string(),
  body: z.string(),
  /** Missing in ledgers of earlier releases. */
  signature: z.string().optional(),
});
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** `answer` is the status of the store's response, or the connection error. */
const Delivery = z.object({ event_id: z.string(), sent_as: z.string(), attempt: z.int(), answer: z.string() });

/** The refund returned for the same key and the same request. */
const Idempotency = z.object({ key: z.string(), request: z.string(), refund_id: z.string() });

const Fact = z.object({
  what: z.enum([
    'order.created',
    'payment.created',
    'payment.authorized',
    'payment.captured',
    'payment.failed',
    'refund.created',
    'refund.processed',
    'refund.failed',
    'dispute.created',
    'dispute.changed',
    'webhook.raised',
    'webhook.delivered',
    'webhook.refused',
    'webhook.dropped',
    'webhook.given_up',
  ]),
  order: Order.optional(),
  payment: Payment.optional(),
  refund: Refund.optional(),
  dispute: Dispute.optional(),
  event: WebhookEvent.optional(),
  delivery: Delivery.optional(),
  idempotency: Idempotency.optional(),
});
export type Fact = z.infer<typeof Fact>;

const Entry = Fact.extend({ at: z.iso.datetime() });
export type Entry = z.infer<typeof Entry>;

/** One line is one action with all its effects, which makes it atomic. */
const Line = z.array(Entry);

/** Append-only file of everything the provider did. */
export function openLedger(file: string) {
  mkdirSync(dirname(file), { recursive: true });
  if (existsSync(file)) dropTornLine(file);
  const descriptor = openSync(file, 'a');

  return {
    /** Returns when the operating system has the bytes: the process can then be killed without loss. */
    write(facts: Fact[]) {
      const at = new Date().toISOString();
      appendFileSync(descriptor, `${JSON.stringify(facts.map((fact) => ({ at, ...fact })))}\n`);
    },
    read: () => readEntries(file),
    empty: () => ftruncateSync(descriptor, 0),
    close: () => closeSync(descriptor),
  };
}

function readEntries(file: string) {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.flatMap((line): Entry[] => Line.parse(JSON.parse(line)));
}

/** A line without a line end was cut off by a crash before any response was sent. */
function dropTornLine(file: string) {
  const bytes = readFileSync(file);
  const end = bytes.lastIndexOf('\n') + 1;
  if (end < bytes.length) truncateSync(file, end);
}
