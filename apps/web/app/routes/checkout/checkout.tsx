import { cartMessages } from '@shop/contracts/cart/messages';
import { Cart } from '@shop/contracts/cart/schema';
import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { CheckoutStarted } from '@shop/contracts/checkout/schema';
import { pageTitle } from '@shop/contracts/common/constants';
import { User } from '@shop/contracts/identity/schema';
import type { SubmitEvent } from 'react';
import { data, Form, redirect, redirectDocument } from 'react-router';
import { ConfirmEmailNotice } from '#features/auth/confirm-email-notice.tsx';
import { ShippingChoice } from '#features/cart/shipping-choice.tsx';
import { AddressChoice } from '#features/checkout/address-choice.tsx';
import { CheckoutErrorNotice } from '#features/checkout/checkout-error-notice.tsx';
import {
  addressMissing,
  type CheckoutError,
  type CheckoutRequest,
  checkoutErrorOf,
  checkoutIdempotencyKey,
  isAddressError,
  isPaidOnline,
  needsScripts,
  successPage,
} from '#features/checkout/checkout-request.ts';
import { CheckoutSummary } from '#features/checkout/checkout-summary.tsx';
import { IF_ON_DELIVERY, IF_ONLINE, MethodChoice } from '#features/checkout/method-choice.tsx';
import { usePayment } from '#features/checkout/use-payment.ts';
import { apiFor } from '#lib/api.server.ts';
import { config } from '#lib/config.server.ts';
import { entryPath } from '#lib/entry-url.ts';
import { readForm } from '#lib/forms/form.server.ts';
import { useStoreIdentity } from '#lib/store/identity.ts';
import { Button } from '#ui/button.tsx';
import type { Route } from './+types/checkout';

const FORM = 'pay';

/** A quote, and the key that makes the order for it idempotent. */
export async function loader({ request }: Route.LoaderArgs) {
  const api = apiFor(request);
  const [cart, user] = await Promise.all([api.get('/cart', Cart), api.get('/user/me', User)]);
  if (cart.items.length === 0) throw redirect('/cart');
  return { cart, user, quoteKey: crypto.randomUUID(), script: config.checkoutScript };
}

/** Only the content security policy of a document loaded as the checkout allows the provider's script. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  if (entryPath !== '/checkout') throw redirectDocument('/checkout');
  return serverLoader();
}

/** Without JavaScript: cash on delivery, or nothing to pay. */
export async function action({ request }: Route.ActionArgs) {
  const text = await readForm(request);
  const quoteKey = text('quoteKey');
  const checkoutRequest = readCheckoutRequest(text);
  const fail = (error: CheckoutError, status: number) =>
    data({ error, checkoutRequest, quoteKey: status >= 500 ? quoteKey : undefined }, { status });
  if (!checkoutRequest.addressId) return fail(addressMissing, 422);
  if (isPaidOnline(checkoutRequest)) return fail(needsScripts, 422);

  const order = () =>
    apiFor(request).post(
      '/payment/create-order',
      CheckoutStarted,
      checkoutRequest,
      checkoutIdempotencyKey(quoteKey, checkoutRequest),
    );
  const first = await order();
  // The API may have processed the request. The idempotency key makes the retry safe.
  const result = !first.ok && first.problem.code === 'unavailable' ? await order() : first;
  if (!result.ok) return fail(checkoutErrorOf(result.problem), result.problem.status);
  if ('placed' in result.value) throw redirect(successPage(result.value.placed.orderId));
  return fail({ message: checkoutMessages.createFailed }, 500);
}

const readCheckoutRequest = (text: (name: string) => string): CheckoutRequest => ({
  addressId: text('addressId'),
  paymentMethod: text('paymentMethod'),
  shippingMethod: text('shippingMethod'),
  amount: Number(text('amount')),
});

export const meta = () => [{ title: pageTitle(checkoutMessages.title) }, { name: 'robots', content: 'noindex' }];

export default function CheckoutPage({ loaderData, actionData }: Route.ComponentProps) {
  const { cart, user, script } = loaderData;
  const quoteKey = actionData?.quoteKey ?? loaderData.quoteKey;
  const { storeName } = useStoreIdentity();
  const payment = usePayment();
  const error = payment.error ?? (payment.processing ? undefined : actionData?.error);
  const addressError = error && isAddressError(error) ? error.message : undefined;

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const checkoutRequest = readCheckoutRequest((name) => String(form.get(name) ?? ''));
    if (!checkoutRequest.addressId) return payment.showError(addressMissing);
    const description = checkoutMessages.orderOf(cartMessages.items(cart.itemCount));
    void payment.start({ script, checkoutRequest, quoteKey, shopper: user, description, storeName });
  };

  return (
    <div className="group/checkout page-width pt-8 pb-16 wrap-anywhere tablet:pt-12 desktop:pb-24">
      <h1 className="font-display text-h1">{checkoutMessages.heading}</h1>
      <div className="mt-6 grid grid-cols-1 gap-x-12 gap-y-10 desktop:grid-cols-[minmax(0,8fr)_minmax(0,4fr)] desktop:items-start">
        <div className="grid grid-cols-1 gap-8">
          <AddressChoice addresses={user.addresses} form={FORM} error={addressError} />
          <ShippingChoice {...cart} />
          <Form id={FORM} method="post" onSubmit={submit} noValidate>
            <input type="hidden" name="quoteKey" value={quoteKey} />
            <input type="hidden" name="amount" value={cart.charge.amount} />
            <input type="hidden" name="shippingMethod" value={cart.shippingMethod} />
            <MethodChoice
              chosen={actionData?.checkoutRequest.paymentMethod ?? 'card'}
              emailVerified={user.emailVerified}
            />
          </Form>
          {!user.emailVerified && <ConfirmEmailNotice email={user.email} />}
        </div>
        <CheckoutSummary cart={cart}>
          {error && !addressError && <CheckoutErrorNotice {...error} />}
          <Button
            type="submit"
            form={FORM}
            busy={payment.processing}
            busyLabel={checkoutMessages.processing}
            className="w-full"
          >
            {cart.total === 0 ? (
              checkoutMessages.placeOrder
            ) : (
              <>
                <span className={IF_ONLINE}>{checkoutMessages.pay}</span>
                <span className={IF_ON_DELIVERY}>{checkoutMessages.placeOrder}</span>
              </>
            )}
          </Button>
        </CheckoutSummary>
      </div>
    </div>
  );
}
