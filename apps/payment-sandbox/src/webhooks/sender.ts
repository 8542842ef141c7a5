/** Sends the provider's webhooks to the store, with retries until each is accepted. */

import { freshId } from '../entities.ts';
import type { Active, Faults, WebhookFault } from '../faults.ts';
import type { WebhookEvent } from '../ledger.ts';
import type { Records } from '../records.ts';
import { signWebhook } from '../signatures.ts';

const RESPONSE_TIMEOUT_MS = 5_000;

type Settings = { webhookUrl: string; webhookSecret: string; webhookGapsMs: number[] };
/** Faults of the first attempt: event ids under which the webhook is sent, and whether its body is altered. */
type FirstAttempt = { ids: string[]; tampered: boolean };

export type WebhookSender = ReturnType<typeof createWebhookSender>;

export function createWebhookSender(records: Records, faults: Faults<WebhookFault>, settings: Settings) {
  let round = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  const lines = new Map<string, Promise<void>>();
  const buffered = new Map<string, WebhookEvent[]>();

  function send(events: WebhookEvent[]) {
    for (const event of events) dispatch(event, faults.strike(event.name));
  }

  function dispatch(event: WebhookEvent, struck: Active<WebhookFault>[]) {
    const reorder = struck.find((fault) => fault.do === 'reorder');
    const delay = struck.find((fault) => fault.do === 'delay');
    const duplicate = struck.find((fault) => fault.do === 'duplicate');
    const tampered = struck.some((fault) => fault.do === 'tamper');
    const copies = Array.from({ length: (duplicate?.copies ?? 1) - 1 }, () =>
      duplicate?.newIds ? freshId() : event.id,
    );
    const first = { ids: [event.id, ...copies], tampered };

    if (struck.some((fault) => fault.do === 'drop')) recordDelivery('webhook.dropped', event, 0, 'dropped');
    else if (reorder) buffer(event, reorder);
    else if (delay) after(delay.ms, () => queue(event, first));
    else queue(event, first);
  }

  function buffer(event: WebhookEvent, { id, remaining }: Active<WebhookFault>) {
    buffered.set(id, [event, ...(buffered.get(id) ?? [])]);
    if (remaining === 0) release(id);
  }

  function release(faultId: string) {
    for (const event of buffered.get(faultId) ?? []) queue(event);
    buffered.delete(faultId);
  }

  /** Webhooks of one order are sent in sequence, those of different orders in parallel. */
  function queue(event: WebhookEvent, first: FirstAttempt = { ids: [event.id], tampered: false }) {
    const { signal } = round;
    const line = (lines.get(event.order_id) ?? Promise.resolve()).then(() => attempt(event, 1, first, signal));
    lines.set(event.order_id, line);
    void line.then(() => lines.get(event.order_id) === line && lines.delete(event.order_id));
  }

  async function attempt(event: WebhookEvent, number: number, { ids, tampered }: FirstAttempt, signal: AbortSignal) {
    const taken = await Promise.all(ids.map((id) => post(event, number, signal, id, tampered)));
    if (signal.aborted || taken.includes(true)) return;

    const gap = settings.webhookGapsMs[number - 1];
    if (gap === undefined) recordDelivery('webhook.given_up', event, number, 'given up');
    else after(gap, () => void attempt(event, number + 1, { ids: [event.id], tampered: false }, signal));
  }

  /** Returns whether the store accepted the webhook. */
  async function post(event: WebhookEvent, number: number, signal: AbortSignal, id = event.id, tampered = false) {
    const result = await fetch(settings.webhookUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Razorpay-Webhook/v1',
        'x-razorpay-signature': event.signature ?? signWebhook(settings.webhookSecret, event.body),
        'x-razorpay-event-id': id,
      },
      body: tampered ? event.body.replace(/"amount":\d+/, '"amount":1') : event.body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]),
    }).then(
      async (response) => {
        await response.body?.cancel();
        return response;
      },
      (error: unknown) => ({ ok: false, status: String(error instanceof Error ? (error.cause ?? error) : error) }),
    );
    if (signal.aborted) return false;
    recordDelivery(result.ok ? 'webhook.delivered' : 'webhook.refused', event, number, String(result.status), id);
    return result.ok;
  }

  type DeliveryResult = 'webhook.delivered' | 'webhook.refused' | 'webhook.dropped' | 'webhook.given_up';
  function recordDelivery(
    what: DeliveryResult,
    event: WebhookEvent,
    number: number,
    answer: string,
    sentAs = event.id,
  ) {
    records.record([{ what, delivery: { event_id: event.id, sent_as: sentAs, attempt: number, answer } }]);
  }

  function after(ms: number, work: () => void) {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timers.add(timer);
  }

  return {
    send,
    /** Sends the webhooks that were undelivered when the process ended. */
    resume() {
      for (const event of records.undelivered()) queue(event);
    },
    redeliver: (events: WebhookEvent[]) => Promise.all(events.map((event) => post(event, 0, round.signal))),
    /** Sends the webhooks buffered by faults that were cleared. */
    releaseBuffered() {
      for (const id of buffered.keys()) if (!faults.active.some((fault) => fault.id === id)) release(id);
    },
    /** Cancels all pending deliveries. */
    stop() {
      round.abort();
      round = new AbortController();
      for (const timer of timers) clearTimeout(timer);
      for (const collection of [timers, lines, buffered]) collection.clear();
    },
  };
}
