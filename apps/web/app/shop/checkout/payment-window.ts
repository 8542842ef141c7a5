import type { PaymentVerification } from '@shop/contracts/checkout/schema';

/** Options of the provider's checkout window. */
export type PaymentOptions = {
  key: string;
  order_id: string;
  amount: number;
  currency: string;
  name: string;
  description: string;
  prefill: { name: string; email: string; contact?: string; method: string };
  notes: { address_id: string };
  /** Which payment methods the window offers. */
  method: Record<string, boolean>;
  theme: { color: string };
  /** Seconds after which the window closes by itself. */
  timeout: number;
};

type Provider = new (
  options: PaymentOptions & { handler: (verification: PaymentVerification) => void; modal: { ondismiss: () => void } },
) => { open: () => void; on: (event: 'payment.failed', listener: () => void) => void };

declare global {
  interface Window {
    Razorpay?: Provider;
  }
}

/** The shopper's network or browser blocks the provider's script. */
export class ScriptLoadError extends Error {}

const SCRIPT_TIMEOUT_MS = 15_000;

/** Loads the script on the first payment, once per document; a failed load can be retried. */
export function loadProvider(src: string): Promise<Provider> {
  if (window.Razorpay) return Promise.resolve(window.Razorpay);
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      reject(new ScriptLoadError(src));
    };
    const timer = setTimeout(fail, SCRIPT_TIMEOUT_MS);
    script.addEventListener('error', fail);
    script.addEventListener('load', () => {
      clearTimeout(timer);
      if (window.Razorpay) resolve(window.Razorpay);
      else fail();
    });
    script.src = src;
    document.head.append(script);
  });
}

/** Timers are not exact: a window closed this close to its timeout counts as timed out. */
const TOLERANCE_MS = 1_000;

/** Resolves when the shopper has paid, or the window was closed by the shopper or its timeout. */
export const openPaymentWindow = (Razorpay: Provider, options: PaymentOptions) =>
  new Promise<PaymentVerification | 'dismissed' | 'failed' | 'timed-out'>((resolve) => {
    let failed = false;
    const endsAt = performance.now() + options.timeout * 1_000 - TOLERANCE_MS;
    const closeReason = () => {
      if (performance.now() >= endsAt) return 'timed-out';
      return failed ? 'failed' : 'dismissed';
    };
    const payment = new Razorpay({
      ...options,
      handler: resolve,
      modal: { ondismiss: () => resolve(closeReason()) },
    });
    // The window stays open for another attempt.
    payment.on('payment.failed', () => {
      failed = true;
    });
    payment.open();
  });
