import { SHIPPING_METHODS } from '@shop/contracts/cart/constants';
import { cartMessages, shippingMethodLabels } from '@shop/contracts/cart/messages';
import { getCart } from '@shop/contracts/cart/operations';
import type { Cart } from '@shop/contracts/cart/schema';
import { dollars } from '@shop/contracts/common/money';
import { guestCheckoutMessages as texts } from '@shop/contracts/identity/guest-messages';
import { deliveryMessages } from '@shop/contracts/settings/delivery-messages';
import { ShoppingBag } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { data, Form, redirect, useFetchers, useSearchParams } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { useDates } from '#lib/dates.ts';
import { acceptsHtml, readForm } from '#lib/forms/form.server.ts';
import { afterEveryResponse, onNetworkError } from '#lib/forms/network-error.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { useSession } from '#lib/session.tsx';
import { withCookies } from '#lib/with-cookies.server.ts';
import { ChangeCountry } from '#shop/delivery/change-country.tsx';
import { TotalExplained } from '#shop/orders/total-explained.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import { Radio } from '#ui/form/choice.tsx';
import { TextField } from '#ui/form/field.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/cart';
import { AcknowledgeButton } from './acknowledge-button.tsx';
import { cartChanges, errorResult, pathAfterChange, successResult } from './cart-actions.server.ts';
import { type CartActionResult, CartIntent } from './cart-forms.ts';
import { CartLine } from './cart-line.tsx';
import { CheckoutLink } from './checkout-link.tsx';
import { ClearAll, ConfirmClearing } from './clear-all.tsx';
import { DiscountForm } from './discount-form.tsx';
import { ListHeading } from './list-heading.tsx';
import { useCartForm } from './use-cart-form.ts';

export async function loader({ request }: Route.LoaderArgs) {
  return { cart: await apiFor(request).read(getCart) };
}

export async function action({ request }: Route.ActionArgs) {
  const text = await readForm(request);
  const intent = CartIntent.safeParse(text('intent'));
  if (!intent.success) throw data(null, { status: 400 });

  const result = await cartChanges[intent.data](apiFor(request), text);
  if (!result.ok)
    return data<CartActionResult>(errorResult(intent.data, result.problem, text), { status: result.problem.status });
  if (acceptsHtml(request)) throw redirect(pathAfterChange(intent.data, result.value), withCookies({}, result.cookies));
  return data<CartActionResult>(successResult(intent.data, result.value, text), withCookies({}, result.cookies));
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError<CartActionResult>({ failed: cartMessages.failed }));

/** Also after a rejected form: its item may have been removed. */
export const shouldRevalidate = afterEveryResponse;

export const headers = () => ({ 'Cache-Control': 'private, no-store' });

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, cartMessages.title);

export default function CartPage({ loaderData: { cart }, actionData }: Route.ComponentProps) {
  const { signedIn } = useSession();
  const [search] = useSearchParams();
  const doneTexts = {
    discount: cartMessages.discountApplied(cart.discountCode ?? ''),
    partial: cartMessages.notEnough,
  };

  return (
    <div className="page-width pt-8 pb-16 wrap-anywhere tablet:pt-12 desktop:pb-24">
      <FlashMessage texts={doneTexts} result={actionData} />
      <ListHeading count={cart.items.length}>{cartMessages.heading}</ListHeading>
      {cart.items.length === 0 ? (
        <EmptyCart />
      ) : (
        <>
          {search.get('confirm') === 'clear' && <ConfirmClearing of="/cart" texts={cartMessages} />}
          {cart.notice && <CartNotice>{cart.notice}</CartNotice>}
          <div className="mt-6 grid grid-cols-1 gap-x-12 gap-y-10 desktop:grid-cols-[minmax(0,8fr)_minmax(0,4fr)] desktop:items-start">
            <div>
              <ul className="border-line border-t">
                {cart.items.map((item) => (
                  <CartLine key={item.id} item={item} />
                ))}
              </ul>
              <div className="mt-6 flex flex-wrap items-center justify-between gap-4">
                <ButtonLink to="/products" look="secondary" compact>
                  {cartMessages.continueShopping}
                </ButtonLink>
                <ClearAll of="/cart" texts={cartMessages} />
              </div>
            </div>
            <OrderSummary cart={cart} signedIn={signedIn} result={actionData} />
          </div>
        </>
      )}
    </div>
  );
}

function CartNotice({ children }: { children: string }) {
  return (
    <div className="mt-6 flex flex-wrap items-center gap-3">
      <Notice kind="info">{children}</Notice>
      <AcknowledgeButton about={cartMessages.discount} values={{ intent: 'acknowledge' }} />
    </div>
  );
}

function EmptyCart() {
  const goOn = <ButtonLink to="/products">{cartMessages.continueShopping}</ButtonLink>;
  return (
    <EmptyState icon={ShoppingBag} title={cartMessages.empty} action={goOn}>
      {cartMessages.emptyText}
    </EmptyState>
  );
}

type OrderSummaryProps = { cart: Cart; signedIn: boolean; result?: CartActionResult };

/** Only totals calculated by the server; the previous ones stay until it responds. */
function OrderSummary({ cart, signedIn, result }: OrderSummaryProps) {
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

type ShippingChoiceProps = Pick<Cart, 'shippingMethod' | 'shippingPrices' | 'arrival'>;

/** Submits on change. */
function ShippingChoice({ shippingMethod, shippingPrices, arrival }: ShippingChoiceProps) {
  const { today } = useDates();
  const id = useId();
  const { Form, formData, submit } = useCartForm();
  const [picked, setPicked] = useState<string>();
  const chosen = picked ?? formData?.get('method') ?? shippingMethod;

  // After the response, the value of the server applies.
  useEffect(() => {
    if (!formData) setPicked(undefined);
  }, [formData]);

  return (
    <Form method="post" action="/cart" onChange={(event) => void submit(event.currentTarget)}>
      <input type="hidden" name="intent" value="shipping" />
      <fieldset>
        <legend className="text-small font-semibold">{cartMessages.shipping}</legend>
        {SHIPPING_METHODS.map((method) => (
          <Radio
            key={method}
            name="method"
            value={method}
            checked={chosen === method}
            onChange={() => setPicked(method)}
            aria-labelledby={`${id}-${method}`}
            aria-describedby={arrival[method] ? `${id}-${method}-arrival` : undefined}
          >
            <span id={`${id}-${method}`}>
              {shippingMethodLabels[method]}{' '}
              <span className="tabular-nums">{cartMessages.shippingPrice(shippingPrices[method])}</span>
            </span>
            {arrival[method] && (
              <span id={`${id}-${method}-arrival`} className="block text-ink-soft text-small">
                {deliveryMessages.arrives(arrival[method], today())}
              </span>
            )}
          </Radio>
        ))}
      </fieldset>
      <Button type="submit" look="secondary" compact className="hidden! noscript:inline-flex!">
        {cartMessages.chooseShipping}
      </Button>
    </Form>
  );
}

/** Without JavaScript: starts the guest's checkout from the cart, which saves a page load. */
const GuestStart = () => (
  <Form
    method="post"
    action="/login?redirect=checkout"
    aria-labelledby="guest-start"
    className="hidden gap-4 border-line border-t pt-5 noscript:grid"
  >
    <h3 id="guest-start" className="font-semibold">
      {texts.guest}
    </h3>
    <input type="hidden" name="door" value="guest" />
    <TextField name="email" label={texts.email} type="email" autoComplete="email" required />
    <Button type="submit" look="secondary">
      {texts.submit}
    </Button>
  </Form>
);
