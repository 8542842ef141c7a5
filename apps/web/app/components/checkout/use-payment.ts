import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { CheckoutError } from '#lib/checkout-request.ts';
import { type PayOptions, pay } from '#lib/pay.ts';

/** Pays, once at a time, and leads on as soon as there is an order or one to wait for. */
export function usePayment() {
  const [processing, setProcessing] = useState(false);
  const [error, setError] = useState<CheckoutError>();
  const { revalidate } = useRevalidator();

  const start = async (paying: PayOptions) => {
    if (processing) return;
    setProcessing(true);
    setError(undefined);
    const result = await pay(paying);
    // A new document: the provider's script stays behind, and the header counts anew.
    if ('to' in result) return window.location.replace(result.to);

    setProcessing(false);
    setError(result.error);
    // Prices or pieces may have changed: the next try is about a new quote, under a key of its own.
    if (result.gotResponse) await revalidate();
  };
  return { processing, error, showError: setError, start };
}
