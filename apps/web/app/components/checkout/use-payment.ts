import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { CheckoutRefusal } from '#lib/checkout-wish.ts';
import { type Paying, pay } from '#lib/pay.ts';

/** Pays, once at a time, and leads on as soon as there is an order or one to wait for. */
export function usePayment() {
  const [processing, setProcessing] = useState(false);
  const [refusal, setRefusal] = useState<CheckoutRefusal>();
  const { revalidate } = useRevalidator();

  const start = async (paying: Paying) => {
    if (processing) return;
    setProcessing(true);
    setRefusal(undefined);
    const outcome = await pay(paying);
    // A new document: the provider's script stays behind, and the header counts anew.
    if ('to' in outcome) return window.location.replace(outcome.to);

    setProcessing(false);
    setRefusal(outcome.refusal);
    // Prices or pieces may have changed: the next try is about a new quote, under a key of its own.
    if (outcome.answered) await revalidate();
  };
  return { processing, refusal, refuse: setRefusal, start };
}
