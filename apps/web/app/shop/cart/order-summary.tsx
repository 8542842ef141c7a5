import { cartMessages } from '@shop/contracts/cart/messages';
import type { Cart } from '@shop/contracts/cart/schema';
import { dollars } from '@shop/contracts/common/money';
import { deliveryMessages } from '@shop/contracts/settings/delivery-messages';
import { useFetchers } from 'react-router';
import { GuestStart } from '#shop/auth/guest-start.tsx';
import { ChangeCountry } from '#shop/delivery/change-country.tsx';
import { TotalExplained } from '#shop/orders/total-explained.tsx';
import { Button } from '#ui/button.tsx';
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
      <div>
        <ShippingChoice {...cart} />
        <div className="text-ink-soft text-small">
          <p>{deliveryMessages.deliveryTo(cart.country)}</p>
          <ChangeCountry country={cart.country} />
        </div>
      </div>
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
        <div className="col-span-2 mt-2 flex items-baseline justify-between gap-6 border-line border-t pt-4">
          <dt className="font-semibold">{cartMessages.total}</dt>
          <dd className="font-display text-quote leading-none">{dollars(cart.total)}</dd>
        </div>
      </dl>
      <p role="status" className="sr-only">
        {cartMessages.total}: {dollars(cart.total)}
      </p>
      <TotalExplained of={cart} />
      <Proceed cart={cart} signedIn={signedIn} />
    </section>
  );
}

const Row = ({ label, amount }: { label: string; amount: string }) => (
  <>
    <dt className="min-w-0 text-ink-soft">{label}</dt>
    <dd className="pl-6 text-right text-ink-soft">{amount}</dd>
  </>
);

function Proceed({ cart, signedIn }: { cart: Cart; signedIn: boolean }) {
  if (cart.items.every(({ availableQuantity, quantity }) => availableQuantity >= quantity))
    return (
      <>
        <CheckoutLink signedIn={signedIn} />
        {!signedIn && <GuestStart />}
      </>
    );
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
