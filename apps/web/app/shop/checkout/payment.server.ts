import { cartMessages } from '@shop/contracts/cart/messages';
import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { getCheckout } from '@shop/contracts/checkout/operations';
import { getCurrentUser } from '@shop/contracts/identity/operations';
import { redirectDocument } from 'react-router';
import type { Api } from '#lib/api.server.ts';
import { findStoreProfile } from '#lib/store-settings.server.ts';
import { checkoutAfter, successPage } from './checkout-request.ts';

/** What the provider gets to know about a checkout that is to be paid. Redirects if it is paid, or has expired. */
export async function getPayment(api: Api, checkoutId: string) {
  const [{ placed, payable }, user, { storeName }] = await Promise.all([
    api.read(getCheckout, { params: { id: checkoutId } }),
    api.read(getCurrentUser),
    findStoreProfile(),
  ]);
  if (placed) throw redirectDocument(successPage(placed.orderId));
  if (!payable) throw redirectDocument(checkoutAfter('expired'));

  const { order, key, itemCount, secondsRemaining } = payable;
  return {
    key,
    order,
    name: storeName,
    description: checkoutMessages.orderOf(cartMessages.items(itemCount)),
    prefill: { name: user.name, email: user.email, contact: user.phone ?? '' },
    secondsRemaining,
  };
}

export type Payment = Awaited<ReturnType<typeof getPayment>>;
