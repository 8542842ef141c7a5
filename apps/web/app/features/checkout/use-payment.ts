import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { CheckoutError } from './checkout-request.ts';
import { type PayOptions, pay } from './pay.ts';

/** Runs one payment at a time and navigates once there is an order, or one to wait for. */
export function usePayment() {
  const [processing, setProcessing] = useState(false);
  const [error, setError] = useState<CheckoutError>();
  const { revalidate } = useRevalidator();

  const start = async (paying: PayOptions) => {
    if (processing) return;
    setProcessing(true);
    setError(undefined);
    const result = await pay(paying);
    // A full page load, to drop the payment provider's script and update the counts in the header.
    if ('to' in result) return window.location.replace(result.to);

    setProcessing(false);
    setError(result.error);
    // Prices or stock may have changed: the next attempt uses a new quote and a new idempotency key.
    if (result.gotResponse) await revalidate();
  };
  return { processing, error, showError: setError, start };
}
