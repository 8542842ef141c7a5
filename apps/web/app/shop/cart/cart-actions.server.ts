import { cartMessages } from '@shop/contracts/cart/messages';
import {
  acknowledgeCartChanges,
  addCartItem,
  applyDiscountCode,
  clearCart,
  removeCartItem,
  removeDiscountCode,
  setCartItemQuantity,
  setShippingMethod,
} from '@shop/contracts/cart/operations';
import type { Cart } from '@shop/contracts/cart/schema';
import type { Problem } from '@shop/contracts/common/problem';
import type { Api, CallResult } from '#lib/api.server.ts';
import { errorMessage } from '#lib/forms/error-message.ts';
import { log } from '#lib/log.server.ts';
import type { CartActionResult, CartIntent } from './cart-forms.ts';

type Text = (name: string) => string;

/** The API validates the fields against the contract and returns the messages. */
export const cartChanges: Record<CartIntent, (api: Api, text: Text) => Promise<CallResult<Cart>>> = {
  add: (api, text) =>
    api.call(addCartItem, {
      body: {
        productId: text('productId') || undefined,
        variantId: text('variantId') || undefined,
        quantity: Number(text('quantity')),
      },
    }),
  quantity: (api, text) =>
    api.call(setCartItemQuantity, { params: { id: text('id') }, body: { quantity: Number(text('quantity')) } }),
  remove: (api, text) => api.call(removeCartItem, { params: { id: text('id') } }),
  clear: (api) => api.call(clearCart),
  discount: (api, text) => api.call(applyDiscountCode, { body: { code: text('code') } }),
  'remove-discount': (api) => api.call(removeDiscountCode),
  shipping: (api, text) => api.call(setShippingMethod, { body: { method: text('method') } }),
  acknowledge: (api) => api.call(acknowledgeCartChanges),
};

/** What a form submitted by script shows on its page: the drawer with the added item, or toasts. */
export function successResult(intent: CartIntent, cart: Cart, text: Text): CartActionResult {
  const { itemCount, subtotal, arrival, shippingMethod } = cart;
  const isCapped = cart.notice === cartMessages.notEnough;
  const item = intent === 'add' && findAdded(cart, text);
  if (item) return { added: { item, itemCount, subtotal, isCapped, arrival: arrival[shippingMethod] } };

  const toasts: CartActionResult['toasts'] = [];
  if (intent === 'discount')
    toasts.push({ kind: 'success', text: cartMessages.discountApplied(cart.discountCode ?? '') });
  if (isCapped) toasts.push({ kind: 'info', text: cartMessages.notEnough });
  return { toasts };
}

const findAdded = ({ items }: Cart, text: Text) =>
  items.find(({ productId, variantId }) => variantId === text('variantId') || productId === text('productId'));

/** Without scripts, the page loaded next shows the message. */
export function pathAfterChange(intent: CartIntent, cart: Cart, page = '/cart') {
  if (intent === 'discount') return `${page}?done=discount`;
  return cart.notice === cartMessages.notEnough ? `${page}?done=partial` : page;
}

export function errorResult(intent: CartIntent, problem: Problem, text: Text): CartActionResult {
  log.warn(
    { requestId: problem.requestId, status: problem.status, code: problem.code, intent },
    'the cart was not changed',
  );
  const message = problem.errors?.[0]?.message ?? errorMessage(problem, cartMessages.failed);
  return intent === 'discount' ? { code: { typed: text('code'), error: message } } : { failed: message };
}
