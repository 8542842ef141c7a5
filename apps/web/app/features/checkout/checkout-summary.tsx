import type { Cart, CartItem } from '@shop/contracts/cart/schema';
import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { dollars, formatCharge } from '@shop/contracts/common/money';
import { orderMessages } from '@shop/contracts/orders/messages';
import type { ReactNode } from 'react';
import { Totals } from '#features/orders/totals.tsx';
import { Thumbnail } from '#ui/responsive-image.tsx';
import { IF_ON_DELIVERY, IF_ONLINE } from './method-choice.tsx';

/** Items and totals; `children` are the actions. */
export function CheckoutSummary({ cart, children }: { cart: Cart; children: ReactNode }) {
  return (
    <section
      aria-labelledby="summary"
      className="grid grid-cols-1 gap-6 rounded-card bg-pearl p-5 tablet:p-8 desktop:sticky desktop:top-24"
    >
      <h2 id="summary" className="font-display text-h2">
        {checkoutMessages.summary}
      </h2>
      <ul className="grid grid-cols-1 gap-4">
        {cart.items.map((item) => (
          <Line key={item.id} item={item} />
        ))}
      </ul>
      <div className="border-line border-t pt-2">
        <Totals of={cart} />
      </div>
      <div role="status" className="grid gap-1">
        {cart.total === 0 ? <p>{checkoutMessages.nothingToPay}</p> : <Payment {...cart} />}
      </div>
      {children}
    </section>
  );
}

function Payment({ charge: { amount, currency }, total }: Pick<Cart, 'charge' | 'total'>) {
  return (
    <>
      <p className={IF_ONLINE}>{checkoutMessages.charge(formatCharge(amount, currency))}</p>
      <p className={IF_ON_DELIVERY}>{checkoutMessages.payOnDelivery(dollars(total))}</p>
      <p className={`text-small text-ink-soft ${IF_ONLINE}`}>{checkoutMessages.currencies(currency)}</p>
    </>
  );
}

function Line({ item: { name, options, image, quantity, lineTotal } }: { item: CartItem }) {
  return (
    <li className="flex gap-4">
      <Thumbnail src={image} size={64} className="bg-paper" />
      <div className="min-w-0 flex-1 text-small">
        <p className="font-semibold">{name}</p>
        <p className="text-ink-soft">
          {[
            ...Object.entries(options).map(([option, value]) => `${option}: ${value}`),
            orderMessages.quantity(quantity),
          ].join(' · ')}
        </p>
      </div>
      <p className="text-small tabular-nums">{dollars(lineTotal)}</p>
    </li>
  );
}
