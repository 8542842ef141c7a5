import { checkoutPageMessages } from '@shop/contracts/checkout/page-messages';
import { useEffect, useRef } from 'react';
import { Notice } from '#ui/notice.tsx';
import type { CheckoutError } from './checkout-request.ts';

/** At the top of the checkout: the payment failed. Takes the focus. */
export function PaymentBanner({ error }: { error: CheckoutError }) {
  const banner = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every new error.
  useEffect(() => {
    banner.current?.focus();
  }, [error]);

  const { message, reservedMinutes = 0 } = error;
  return (
    <div ref={banner} tabIndex={-1} className="mb-2 scroll-mt-4 rounded-control bg-cancelled-bg">
      <Notice kind="error">
        {message}
        {reservedMinutes > 0 && ` ${checkoutPageMessages.stillReserved(reservedMinutes)}`}
      </Notice>
    </div>
  );
}
