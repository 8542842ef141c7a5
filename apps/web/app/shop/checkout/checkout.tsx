import { cartMessages } from '@shop/contracts/cart/messages';
import { getCart } from '@shop/contracts/cart/operations';
import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { checkoutPageMessages } from '@shop/contracts/checkout/page-messages';
import { giftMessages } from '@shop/contracts/gifts/messages';
import { getCurrentUser } from '@shop/contracts/identity/operations';
import { type SubmitEvent, useEffect, useState } from 'react';
import { data, Form, redirect, redirectDocument, useNavigation } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { config } from '#lib/config.server.ts';
import { entryPath } from '#lib/entry-url.ts';
import { afterEveryResponse } from '#lib/forms/network-error.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { findStoreSettings } from '#lib/store-settings.server.ts';
import { GiftFields } from '#shop/gifts/gift-fields.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { Route } from './+types/checkout';
import { AddressSection } from './address-section.tsx';
import { type CheckoutActionResult, submitCheckoutForm } from './checkout-action.server.ts';
import {
  type CheckoutFailure,
  failureOf,
  isPaidOnline,
  isPaymentError,
  readCheckoutRequest,
  returnErrorOf,
} from './checkout-request.ts';
import { CheckoutStep } from './checkout-step.tsx';
import { SummaryFold, SummaryPanel } from './checkout-summary.tsx';
import { Contact } from './contact.tsx';
import { DeliveryChoice } from './delivery-choice.tsx';
import { MethodChoice } from './method-choice.tsx';
import { preselectedAddress } from './new-address.ts';
import { PaySection } from './pay-section.tsx';
import { PaymentBanner } from './payment-banner.tsx';
import { loadProvider, PaymentStopped, payInWindow } from './payment-window.ts';
import { quotedArrivals } from './quoted-arrivals.ts';

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
              <DeliveryChoice {...cart} quoted={delivery && quotedArrivals(delivery, country)} />
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
