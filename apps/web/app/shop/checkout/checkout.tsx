import { SHIPPING_METHODS } from '@shop/contracts/cart/constants';
import { cartMessages, shippingMethodLabels } from '@shop/contracts/cart/messages';
import { getCart } from '@shop/contracts/cart/operations';
import type { Cart } from '@shop/contracts/cart/schema';
import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { checkoutPageMessages } from '@shop/contracts/checkout/page-messages';
import { dayIn } from '@shop/contracts/common/days';
import { logoutMessages } from '@shop/contracts/identity/auth-messages';
import { getCurrentUser } from '@shop/contracts/identity/operations';
import type { User } from '@shop/contracts/identity/schema';
import { giftMessages } from '@shop/contracts/orders/gift-messages';
import { type DeliveryRules, estimatesByMethod } from '@shop/contracts/settings/delivery';
import { deliveryMessages } from '@shop/contracts/settings/delivery-messages';
import { Clock, Truck, UserRound } from 'lucide-react';
import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { data, Form, redirect, redirectDocument, useNavigation } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { config } from '#lib/config.server.ts';
import { entryPath } from '#lib/entry-url.ts';
import { afterEveryResponse } from '#lib/forms/network-error.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { findStoreSettings } from '#lib/store-settings.server.ts';
import { ConfirmEmailNotice } from '#shop/auth/confirm-email-notice.tsx';
import { useCartForm } from '#shop/cart/use-cart-form.ts';
import { GiftFields } from '#shop/gifts/gift-fields.tsx';
import { Button } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { FlashMessage } from '#ui/flash-message.tsx';
import { OptionCard, OptionRows } from '#ui/form/option-card.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/checkout';
import { AddressSection } from './address-section.tsx';
import { type CheckoutActionResult, submitCheckoutForm } from './checkout-action.server.ts';
import {
  arrivalFields,
  type CheckoutError,
  type CheckoutFailure,
  failureOf,
  isPaidOnline,
  isPaymentError,
  readCheckoutRequest,
  returnErrorOf,
} from './checkout-request.ts';
import { SummaryFold, SummaryPanel } from './checkout-summary.tsx';
import { MethodChoice } from './method-choice.tsx';
import { preselectedAddress } from './new-address.ts';
import { PaySection } from './pay-section.tsx';
import { loadProvider, PaymentStopped, payInWindow } from './payment-window.ts';

const FORM = 'pay';

/** A quote, and the key that makes the order for it idempotent. */
export async function loader({ request, url }: Route.LoaderArgs) {
  const api = apiFor(request);
  const [cart, user, settings] = await Promise.all([api.read(getCart), api.read(getCurrentUser), findStoreSettings()]);
  if (cart.items.length === 0) throw redirect('/cart');
  const delivery = settings && { now: new Date().toISOString(), ...settings.delivery, timeZone: settings.timeZone };
  const returnError = returnErrorOf(url.searchParams.get('payment'));
  const returnDays = settings?.returnDays ?? 0;
  const quoteKey = crypto.randomUUID();
  return { cart, user, delivery, returnDays, returnError, quoteKey, script: config.checkoutScript };
}

/** Only the content security policy of a document loaded as the checkout allows the provider's script. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  if (entryPath !== '/checkout') throw redirectDocument('/checkout');
  return serverLoader();
}

export const action = ({ request }: Route.ActionArgs) => submitCheckoutForm(request);

/**
 * Pending until the provider's window is closed. The provider's script is loaded first: no stock is reserved for a browser
 * that cannot open the window.
 */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  const text = (name: string) => String(form.get(name) ?? '');
  try {
    const provider =
      text('paymentMethod') && !text('intent') && isPaidOnline(readCheckoutRequest(text))
        ? await loadProvider(text('script'))
        : undefined;
    const { started, ...result }: CheckoutActionResult = await serverAction();
    if (!started || !provider || request.signal.aborted) return result;
    return { ...result, failure: failureOf(await payInWindow(provider, started)) };
  } catch (error) {
    if (error instanceof Response) throw error;
    console.error(error);
    const message = error instanceof PaymentStopped ? error.message : checkoutMessages.failed;
    const quoteKey = text('quoteKey');
    // The discount code is a form of its own.
    const result: CheckoutActionResult = quoteKey
      ? { failure: { error: { message } }, quoteKey }
      : { failed: cartMessages.failed };
    return data(result, { status: 503 });
  }
}

/** Prices or stock may have changed: the next attempt uses a new quote and a new idempotency key. */
export const shouldRevalidate = afterEveryResponse;

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, checkoutMessages.title);

/**
 * What is being submitted. Set by the click itself: the router renders its state later, and a second click may come
 * before.
 */
function usePending(actionData: unknown) {
  const { state } = useNavigation();
  const [pending, setPending] = useState<'address' | 'payment'>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a quick response may skip the state of its submission.
  useEffect(() => {
    if (state === 'idle') setPending(undefined);
  }, [state, actionData]);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    if (pending) return event.preventDefault();
    const { submitter } = event.nativeEvent;
    const isAddress = submitter instanceof HTMLButtonElement && submitter.value === 'address';
    setPending(isAddress ? 'address' : 'payment');
  };
  return { pending, submit };
}

export default function CheckoutPage({ loaderData, actionData }: Route.ComponentProps) {
  const { cart, user, delivery, returnDays, script } = loaderData;
  const { pending, submit } = usePending(actionData);
  const entered = actionData?.checkoutRequest;
  const [addressId, setAddressId] = useState(entered?.addressId ?? preselectedAddress(user.addresses));
  const [typedCountry, setTypedCountry] = useState(actionData?.typedAddress?.country || cart.country);
  const country = user.addresses.find(({ id }) => id === addressId)?.country ?? typedCountry;

  // A new address is selected once it is saved.
  useEffect(() => {
    if (entered) setAddressId(entered.addressId);
  }, [entered]);

  const returned = actionData ? actionData.failure : { error: loaderData.returnError };
  const { error, address: addressErrors }: CheckoutFailure = (!pending && returned) || {};
  const banner = error && isPaymentError(error) ? error : undefined;

  return (
    <div className="group/checkout flex flex-1 flex-col">
      <h1 className="sr-only">{checkoutMessages.heading}</h1>
      <SummaryFold cart={cart} result={actionData} />
      <div className="grid flex-1 grid-cols-1 desktop:grid-cols-[minmax(0,1.12fr)_minmax(0,1fr)]">
        <div className="mx-auto w-full max-w-[680px] px-4 pt-5 pb-10 tablet:px-6 desktop:mr-0 desktop:max-w-[676px] desktop:py-6 desktop:pr-16 desktop:pl-10">
          <FlashMessage texts={{ discount: cartMessages.discountApplied(cart.discountCode ?? '') }} />
          {banner && <PaymentBanner error={banner} />}
          <CheckoutStep heading={checkoutPageMessages.contact} isFirst>
            <Contact user={user} isGuest={user.guest} />
          </CheckoutStep>
          <Form id={FORM} method="post" onSubmit={submit} replace noValidate>
            <input type="hidden" name="script" value={script} />
            <input type="hidden" name="quoteKey" value={actionData?.quoteKey ?? loaderData.quoteKey} />
            <input type="hidden" name="amount" value={cart.charge.amount} />
            <input type="hidden" name="quotedShippingMethod" value={cart.shippingMethod} />
            <CheckoutStep heading={checkoutMessages.address}>
              <AddressSection
                customer={user}
                selected={addressId}
                select={setAddressId}
                errors={addressErrors}
                typed={actionData?.typedAddress}
                country={typedCountry}
                setCountry={setTypedCountry}
                saving={pending === 'address'}
              />
            </CheckoutStep>
            <CheckoutStep heading={checkoutPageMessages.delivery}>
              <DeliveryChoice {...cart} quoted={delivery && quotedEstimates(delivery, country)} />
            </CheckoutStep>
            <CheckoutStep heading={giftMessages.gift}>
              <GiftFields gift={entered?.gift} />
            </CheckoutStep>
            {cart.total === 0 ? (
              <input type="hidden" name="paymentMethod" value="card" />
            ) : (
              <CheckoutStep heading={checkoutMessages.paymentMethod}>
                <MethodChoice
                  chosen={entered?.paymentMethod || 'card'}
                  emailVerified={user.emailVerified}
                  onlinePayment={cart.onlinePayment}
                />
              </CheckoutStep>
            )}
            <PaySection
              cart={cart}
              form={FORM}
              processing={pending === 'payment'}
              returnDays={returnDays}
              error={banner ? undefined : error}
            />
          </Form>
        </div>
        <SummaryPanel cart={cart} result={actionData} returnDays={returnDays} />
      </div>
    </div>
  );
}

/** At the top of the checkout: the payment failed. Takes the focus. */
function PaymentBanner({ error }: { error: CheckoutError }) {
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

type CheckoutStepProps = { heading: string; isFirst?: boolean; children: ReactNode };

/** A section of the checkout, with a hairline above all but the first. */
function CheckoutStep({ heading, isFirst = false, children }: CheckoutStepProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes('pb-7', isFirst ? 'pt-3' : 'border-line border-t pt-7')}>
      <h2 id={id} className="mb-4 font-display text-h2">
        {heading}
      </h2>
      {children}
    </section>
  );
}

type ContactProps = {
  user: Pick<User, 'name' | 'email' | 'emailVerified'>;
  /** Guests have no account to log out of or to confirm. */
  isGuest?: boolean;
};

/** Who orders, and where the confirmation goes. */
function Contact({ user: { name, email, emailVerified }, isGuest = false }: ContactProps) {
  return (
    <>
      <div className="flex items-center gap-3 rounded-card border border-line-strong bg-paper px-4 py-3">
        <UserRound aria-hidden className="size-5 shrink-0 text-mauve-deep" strokeWidth={1.5} />
        <p className="min-w-0 flex-1 wrap-anywhere">
          {!isGuest && <span className="block font-semibold">{name}</span>}
          <span className="text-small text-ink-soft">{email}</span>
        </p>
        {!isGuest && (
          <Form method="post" action="/logout" className="shrink-0">
            <Button type="submit" look="word">
              {logoutMessages.submit}
            </Button>
          </Form>
        )}
      </div>
      {isGuest && <p className="mt-2 text-small text-ink-muted">{checkoutPageMessages.guest}</p>}
      {!isGuest && !emailVerified && (
        <div className="mt-4">
          <ConfirmEmailNotice email={email} />
        </div>
      )}
    </>
  );
}

const ICONS = { standard: Truck, express: Clock };

type DeliveryChoiceProps = Pick<Cart, 'shippingMethod' | 'shippingPrices'> & {
  /** When the order arrives, by shipping method: agreed to with the order. Undefined if the dates are unknown. */
  quoted?: ReturnType<typeof quotedEstimates>;
};

/** Saved with the cart on change. Without scripts, a button of the checkout form updates the total. */
function DeliveryChoice({ shippingMethod, shippingPrices, quoted }: DeliveryChoiceProps) {
  const { formData, submit } = useCartForm();
  const [picked, setPicked] = useState<string>();
  const chosen = picked ?? formData?.get('method') ?? shippingMethod;

  // After the response, the value of the server applies.
  useEffect(() => {
    if (!formData) setPicked(undefined);
  }, [formData]);

  const pick = (method: string) => {
    setPicked(method);
    void submit({ intent: 'shipping', method }, { method: 'post', action: '/cart' });
  };
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{checkoutPageMessages.delivery}</legend>
      <OptionRows>
        {SHIPPING_METHODS.map((method) => {
          const Icon = ICONS[method];
          return (
            <OptionCard
              key={method}
              name="shippingMethod"
              value={method}
              checked={chosen === method}
              onChange={() => pick(method)}
              icon={<Icon className="size-5" strokeWidth={1.5} />}
              title={shippingMethodLabels[method]}
              hint={quoted?.texts[method]}
              aside={cartMessages.shippingPrice(shippingPrices[method])}
            />
          );
        })}
      </OptionRows>
      {quoted &&
        arrivalFields(quoted.arrivals).map(({ name, value }) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      <noscript>
        <Button type="submit" name="intent" value="shipping" look="secondary" compact className="mt-3">
          {cartMessages.chooseShipping}
        </Button>
      </noscript>
    </fieldset>
  );
}

/** When an order placed at `now` arrives in a country, by shipping method, and as the page says it. */
function quotedEstimates({ now, ...rules }: DeliveryRules & { now: string }, country: string) {
  const arrivals = estimatesByMethod({ now: new Date(now), country, rules });
  const today = dayIn(new Date(now), rules.timeZone);
  return {
    arrivals,
    texts: {
      standard: deliveryMessages.arrives(arrivals.standard, today),
      express: deliveryMessages.arrives(arrivals.express, today),
    },
  };
}
