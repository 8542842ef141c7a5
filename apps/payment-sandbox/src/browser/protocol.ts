/** Messages between the store's page, the provider's script and the provider's window. Types only. */
export type Options = {
  key: string;
  order_id: string;
  amount?: number | string;
  currency?: string;
  name?: string;
  description?: string;
  prefill?: { name?: string; email?: string; contact?: string; method?: string };
  notes?: Record<string, string>;
  theme?: { color?: string };
  /** Methods that are `false` are not offered. */
  method?: Record<string, boolean>;
  /** Seconds after which the window closes. */
  timeout?: number;
  retry?: { enabled?: boolean };
  modal?: { ondismiss?: () => void; escape?: boolean; backdropclose?: boolean };
  handler?: (verification: PaymentVerification) => void;
};

export type PaymentVerification = {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
};

export type Failed = {
  error: {
    code: string;
    description: string;
    source: string;
    step: string;
    reason: string;
    metadata: { payment_id?: string; order_id?: string };
  };
};

export type ToWindow = { type: 'open'; options: Options };

export type FromWindow =
  | { type: 'ready' }
  | { type: 'dismissed' }
  | { type: 'paid'; verification: PaymentVerification }
  | { type: 'failed'; failed: Failed; retry: boolean };
