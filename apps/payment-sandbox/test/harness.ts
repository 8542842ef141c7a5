import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Razorpay from 'razorpay';
import { onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { type Config, readConfig } from '../src/config.ts';
import type { Dispute, Refund } from '../src/entities.ts';
import type { Entry } from '../src/ledger.ts';
import { startSandbox } from '../src/sandbox.ts';
import { aReceiver } from './receiver.ts';

export const { keyId: KEY_ID, keySecret: KEY_SECRET, webhookSecret: WEBHOOK_SECRET } = readConfig({});

export function aLedgerFile() {
  const directory = mkdtempSync(join(tmpdir(), 'payment-sandbox-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return join(directory, 'ledger.jsonl');
}

/** A sandbox for one test, with a receiver for its webhooks. */
export async function aSandbox(settings: Partial<Config> = {}) {
  const shop = await aReceiver();
  const sandbox = await startSandbox({
    ...readConfig({}),
    port: 0,
    controlPort: 0,
    webhookUrl: shop.url,
    webhookGapsMs: [10, 30, 90],
    ledger: aLedgerFile(),
    ...settings,
  });
  onTestFinished(() => sandbox.close());
  return { ...sandbox, ...aClient(sandbox.url), control: aControl(sandbox.controlUrl), shop };
}

type Http = {
  defaults: { baseURL?: string; timeout?: number };
  post(path: string, body: object, options: { headers: Record<string, string> }): Promise<{ data: unknown }>;
};
const WithHttp = z.object({ rq: z.custom<Http>((rq) => typeof rq === 'function') });

/** The provider's official SDK. It has no option for the base URL, so that of its HTTP client is replaced. */
export function aClient(url: string, keys = { key_id: KEY_ID, key_secret: KEY_SECRET }) {
  const razorpay = new Razorpay(keys);
  const { rq: http } = WithHttp.parse(razorpay.api);
  http.defaults.baseURL = url;
  http.defaults.timeout = 10_000;
  return { razorpay, http };
}

type PaymentVerification = { razorpay_payment_id: string; razorpay_order_id: string; razorpay_signature: string };
type Paid = PaymentVerification & {
  payment: { id: string; status: string; amount: number; error_code: string | null };
};

export function aControl(url: string) {
  async function call(method: string, path: string, body?: object) {
    const headers = { 'content-type': 'application/json' };
    return fetch(`${url}${path}`, { method, ...(body && { headers, body: JSON.stringify(body) }) });
  }
  async function done(method: string, path: string, body?: object) {
    const response = await call(method, path, body);
    if (!response.ok) throw new Error(await response.text());
    return response.status === 204 ? null : response.json();
  }
  return {
    call,
    pay: (order: { id: string }, how: { method?: string; outcome?: string; surplus?: boolean } = {}): Promise<Paid> =>
      done('POST', '/payments', { order_id: order.id, ...how }),
    account: (settings: { refund_outcome?: string; balance?: number | null; webhook_secret?: string }) =>
      done('PATCH', '/account', settings),
    authorizeLate: (payment: { id: string }, how: object = {}): Promise<Paid> =>
      done('POST', `/payments/${payment.id}/late-authorization`, how),
    refundUncaptured: (payment: { id: string }) => done('POST', `/payments/${payment.id}/auto-refund`),
    refundOnDashboard: (payment: { id: string }, amount?: number): Promise<Refund> =>
      done('POST', `/payments/${payment.id}/refunds`, { amount }),
    finishRefund: (refund: { id: string }, status: 'processed' | 'failed'): Promise<Refund> =>
      done('POST', `/refunds/${refund.id}/finish`, { status }),
    dispute: (payment: { id: string }, about: object = {}): Promise<Dispute> =>
      done('POST', '/disputes', { payment_id: payment.id, ...about }),
    changeDispute: (dispute: { id: string }, status: string): Promise<Dispute> =>
      done('POST', `/disputes/${dispute.id}/status`, { status }),
    requestFault: (fault: object) => done('POST', '/faults/requests', fault),
    webhookFault: (fault: object) => done('POST', '/faults/webhooks', fault),
    clearFaults: () => done('DELETE', '/faults'),
    ledger: (): Promise<Entry[]> => done('GET', '/ledger'),
    redeliver: (which: object): Promise<{ id: string; event: string; taken: boolean }[]> =>
      done('POST', '/webhooks/redeliver', which),
    reset: () => done('POST', '/reset'),
  };
}

/** Polls with a timeout long enough for a busy machine. */
export const eventually = (holds: () => Promise<boolean>) => vi.waitUntil(holds, { timeout: 30_000 });

/** The results of all promises, fulfilled and rejected. */
export const allResults = async <T>(promises: Promise<T>[]) => {
  const results = await Promise.allSettled(promises);
  return {
    fulfilled: results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
    rejected: results.flatMap((result): unknown[] => (result.status === 'rejected' ? [result.reason] : [])),
  };
};

/** An error of the provider as the SDK throws it. */
export const providerError = (description: string | RegExp, statusCode = 400) => ({
  statusCode,
  error: { code: 'BAD_REQUEST_ERROR', description },
});
