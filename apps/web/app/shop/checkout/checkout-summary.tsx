import type { Cart, CartItem } from '@shop/contracts/cart/schema';
import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { checkoutPageMessages } from '@shop/contracts/checkout/page-messages';
import { currentPrice, dollars } from '@shop/contracts/common/money';
import { orderMessages } from '@shop/contracts/orders/messages';
import { ChevronDown, Gem, ShoppingBag, Undo2 } from 'lucide-react';
import { useFetchers } from 'react-router';
import type { CartActionResult } from '#shop/cart/cart-forms.ts';
import { DiscountForm } from '#shop/cart/discount-form.tsx';
import { TotalExplained } from '#shop/orders/total-explained.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import { IF_ONLINE } from './method-choice.tsx';
import { ReturnsLink } from './returns-link.tsx';

type CheckoutSummaryProps = { cart: Cart; result?: CartActionResult };

/** Beside the form, from desktop on. */
export function SummaryPanel({ cart, result, returnDays }: CheckoutSummaryProps & { returnDays: number }) {
  return (
    <section
      aria-labelledby="summary"
      className="hidden items-end border-line border-l bg-pearl desktop:flex"
      aria-busy={useIsCalculating()}
    >
      {/* Stays in view by its end: one higher than the window scrolls with the page until its end is reached. */}
      <div className="sticky bottom-0 grid min-h-dvh w-full max-w-[604px] content-start gap-6 py-10 pr-10 pl-14">
        <h2 id="summary" className="font-display text-h2">
          {checkoutMessages.summary}
        </h2>
        <SummaryDetails cart={cart} result={result} />
        <TotalExplained of={cart} open chargeLook={IF_ONLINE} />
        <Promises returnDays={returnDays} />
      </div>
    </section>
  );
}

/** Above the form, below desktop: folded, with the total always visible. */
export function SummaryFold({ cart, result }: CheckoutSummaryProps) {
  return (
    <details
      // After a rejected discount code, whose error is inside.
      open={result?.code !== undefined}
      className="group/summary border-line border-b bg-pearl desktop:hidden"
      aria-busy={useIsCalculating()}
    >
      <summary className="flex min-h-14 items-center gap-2 px-4 tablet:px-6">
        <ShoppingBag aria-hidden className="size-5 shrink-0 text-violet" strokeWidth={1.5} />
        <span className="text-action font-semibold text-violet">{checkoutMessages.summary}</span>
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-ink-soft transition-transform group-open/summary:rotate-180"
          strokeWidth={1.5}
        />
        <span className="ml-auto font-display text-tile">
          <span className="sr-only">{orderMessages.total}: </span>
          {dollars(cart.total)}
        </span>
      </summary>
      <div className="mx-auto grid max-w-[680px] gap-6 px-4 pt-1 pb-6 tablet:px-6">
        <SummaryDetails cart={cart} result={result} />
      </div>
    </details>
  );
}

const useIsCalculating = () =>
  useFetchers().some(({ formAction }) => formAction === '/cart' || formAction === '/checkout');

function SummaryDetails({ cart, result }: CheckoutSummaryProps) {
  return (
    <>
      <ul className="grid grid-cols-1 divide-y divide-line">
        {cart.items.map((item) => (
          <Line key={item.id} item={item} />
        ))}
      </ul>
      <div className="border-line border-y py-5">
        <DiscountForm discountCode={cart.discountCode} result={result} action="/checkout" />
      </div>
      <Sums cart={cart} />
    </>
  );
}

function Line({ item }: { item: CartItem }) {
  const { name, options, image, quantity, lineTotal } = item;
  const details = Object.entries(options).map(([option, value]) => `${option}: ${value}`);
  return (
    <li className="flex items-center gap-4 py-3 first:pt-0 last:pb-0">
      <ResponsiveImage
        src={image}
        alt=""
        width={64}
        height={80}
        sizes="64px"
        largest={320}
        className="h-20 w-16 shrink-0 rounded-image bg-paper object-cover"
      />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="text-action font-semibold">{name}</p>
        <p className="text-small text-ink-soft">{[...details, orderMessages.quantity(quantity)].join(' · ')}</p>
      </div>
      <p className="text-right text-action font-semibold tabular-nums">
        {dollars(lineTotal)}
        {quantity > 1 && (
          <span className="block font-normal text-[0.8125rem] text-ink-muted">
            {checkoutPageMessages.unitPrice(dollars(currentPrice(item)))}
          </span>
        )}
      </p>
    </li>
  );
}

function Sums({ cart: { subtotal, tax, shipping, discount, discountCode, total } }: { cart: Cart }) {
  const rows = [
    { label: orderMessages.subtotal, amount: dollars(subtotal) },
    { label: orderMessages.tax, amount: dollars(tax) },
    { label: orderMessages.shipping, amount: dollars(shipping) },
  ];
  return (
    <dl className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-2 text-action tabular-nums">
      {rows.map(({ label, amount }) => (
        <Sum key={label} label={label} amount={amount} look="text-ink-soft" />
      ))}
      {discount > 0 && (
        <Sum
          label={discountCode ? orderMessages.discountBy(discountCode) : orderMessages.discount}
          amount={`-${dollars(discount)}`}
          look="text-rose"
        />
      )}
      <div className="col-span-2 mt-2 flex items-baseline justify-between gap-4 border-line border-t pt-4">
        <dt className="font-semibold">{orderMessages.total}</dt>
        <dd className="font-display text-quote leading-none">{dollars(total)}</dd>
      </div>
    </dl>
  );
}

const Sum = ({ label, amount, look }: { label: string; amount: string; look: string }) => (
  <>
    <dt className="min-w-0 wrap-anywhere text-ink-soft">{label}</dt>
    <dd className={`text-right ${look}`}>{amount}</dd>
  </>
);

function Promises({ returnDays }: { returnDays: number }) {
  return (
    <ul className="grid gap-1 text-small text-ink-soft">
      {returnDays > 0 && (
        <li className="flex items-center gap-3">
          <Undo2 aria-hidden className="size-5 shrink-0 text-mauve-deep" strokeWidth={1.5} />
          <ReturnsLink days={returnDays} />
        </li>
      )}
      <li className="flex items-center gap-3">
        <Gem aria-hidden className="size-5 shrink-0 text-mauve-deep" strokeWidth={1.5} />
        {checkoutPageMessages.repairs}
      </li>
    </ul>
  );
}
