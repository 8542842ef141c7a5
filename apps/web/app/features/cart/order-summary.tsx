import { cartMessages } from '@shop/contracts/cart/messages';
import type { Cart } from '@shop/contracts/cart/schema';
import { dollars } from '@shop/contracts/common/money';
import { useFetchers } from 'react-router';
import { Button } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import type { CartActionResult } from './cart-forms.ts';
import { CheckoutLink } from './checkout-link.tsx';
import { DiscountForm } from './discount-form.tsx';
import { ShippingChoice } from './shipping-choice.tsx';

type OrderSummaryProps = { cart: Cart; signedIn: boolean; result?: CartActionResult };

/** Only totals calculated by the server; the previous ones stay until it responds. */
export function OrderSummary({ cart, signedIn, result }: OrderSummaryProps) {
  const isCalculating = useFetchers().some(({ formAction }) => formAction === '/cart');
  return (
    <section
      aria-labelledby="summary"
      aria-busy={isCalculating}
      className="grid grid-cols-1 gap-6 rounded-card bg-pearl p-5 tablet:p-8 desktop:sticky desktop:top-24"
    >
      <h2 id="summary" className="font-display text-h2">
        {cartMessages.summary}
      </h2>
      <ShippingChoice {...cart} />
      <DiscountForm discountCode={cart.discountCode} result={result} />
      <dl className="grid grid-cols-[1fr_auto] gap-y-2 border-line border-t pt-5 tabular-nums">
        <Row
          label={`${cartMessages.subtotal} (${cartMessages.items(cart.itemCount)})`}
          amount={dollars(cart.subtotal)}
        />
        <Row label={cartMessages.tax} amount={dollars(cart.tax)} />
        <Row label={cartMessages.shipping} amount={dollars(cart.shipping)} />
        <Row
          label={cartMessages.discount}
          amount={cart.discount > 0 ? `-${dollars(cart.discount)}` : dollars(cart.discount)}
        />
        <Row label={cartMessages.total} amount={dollars(cart.total)} strong />
      </dl>
      <p role="status" className="sr-only">
        {cartMessages.total}: {dollars(cart.total)}
      </p>
      <Proceed cart={cart} signedIn={signedIn} />
    </section>
  );
}

function Row({ label, amount, strong }: { label: string; amount: string; strong?: boolean }) {
  const look = strong ? 'mt-2 border-line border-t pt-4 text-h3' : 'text-ink-soft';
  return (
    <>
      <dt className={classes('min-w-0', look)}>{label}</dt>
      <dd className={classes('pl-6 text-right', look)}>{amount}</dd>
    </>
  );
}

function Proceed({ cart, signedIn }: { cart: Cart; signedIn: boolean }) {
  if (cart.items.every(({ availableQuantity, quantity }) => availableQuantity >= quantity))
    return <CheckoutLink signedIn={signedIn} />;
  return (
    <div>
      <Button disabled aria-describedby="resolve-first" className="w-full">
        {cartMessages.toCheckout}
      </Button>
      <p id="resolve-first" className="mt-3 text-small text-cancelled">
        {cartMessages.resolveFirst}
      </p>
    </div>
  );
}
