import type { CheckoutStart } from '@shop/contracts/checkout/schema';
import { dayIn } from '@shop/contracts/common/days';
import type { StoreTerms } from '@shop/contracts/common/money';
import { promiseOf } from '@shop/contracts/settings/delivery';
import type { OrderTerms } from '#orders/service.ts';
import {
  addressMissing,
  assertAsShown,
  assertChargeable,
  assertDatesAsShown,
  assertDeliverable,
  cartEmpty,
  type DiscountCode,
  giftOf,
  type Line,
  type NewCheckout,
  outOfStock,
  type ShippingAddress,
  termsOf,
} from './rules.ts';

type PricedCart = {
  id: string;
  version: number;
  shippingMethod: NewCheckout['terms']['shippingMethod'];
  discountCode: DiscountCode;
  lines: (Line & { availableQuantity: number })[];
};
type Order = {
  userId: string;
  cart: PricedCart | undefined;
  address: ShippingAddress | undefined;
  store: StoreTerms & OrderTerms & { checkoutId: string };
};

/** Prices the cart for the shipping address. */
export function priceCart(input: CheckoutStart, { userId, cart, address, store }: Order): NewCheckout {
  if (!cart || cart.lines.length === 0) throw cartEmpty();
  const short = cart.lines.find(({ availableQuantity, quantity }) => availableQuantity < quantity);
  if (short) throw outOfStock(short);
  if (!address) throw addressMissing(input.addressId !== undefined);
  const { addressId, shippingAddress } = address;
  assertDeliverable(shippingAddress);

  const lines = cart.lines.map(({ availableQuantity: _, ...line }) => line);
  const { paymentMethod, shippingMethod = cart.shippingMethod } = input;
  const gift = giftOf(input.gift, shippingAddress);
  const request = { addressId, shippingAddress, paymentMethod, shippingMethod, gift };
  const terms = termsOf(lines, cart.discountCode, request, store);
  assertAsShown(terms, input.amount);
  assertChargeable(terms);
  const now = new Date(store.now);
  const rules = { ...store.delivery, timeZone: store.timeZone };
  const promise = promiseOf({ now, method: shippingMethod, country: shippingAddress.country, rules });
  assertDatesAsShown(promise, input.arrival, dayIn(now, store.timeZone));
  return { id: store.checkoutId, userId, cartId: cart.id, cartVersion: cart.version, terms, promise, lines };
}
