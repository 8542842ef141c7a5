import type { PaymentMethod } from '@shop/contracts/checkout/schema';
import { basisPoints, quoteOf } from '@shop/contracts/common/money';
import { HOUR_MS } from '@shop/contracts/common/time';
import { basketOf, type DemoLine, popularityOf } from './baskets.ts';
import type { DemoCustomer } from './customers.ts';
import { type Dice, plusDays, plusHours } from './random.ts';
import type { DemoVariant, World } from './world.ts';

type Contents = Omit<DemoLine, 'id'>[];

export type DemoCart = {
  id: string;
  userId: string | undefined;
  /** Of the cookie of a guest: 32 bytes in hex. */
  guestTokenHash: string | undefined;
  lines: Contents;
  updatedAt: Date;
};

const CARTS = { customers: 90, guests: 40 };

/** Filled and not ordered. Carts of guests are newer: old ones are deleted. */
export function cartsOf(dice: Dice, { variants, now }: World, customers: readonly DemoCustomer[]): DemoCart[] {
  const rated = popularityOf(dice, variants);
  const cart = (userId: string | undefined, ageDays: number): DemoCart => {
    const updatedAt = plusDays(now, -ageDays);
    const guestTokenHash = userId ? undefined : dice.hex(64);
    return { id: dice.idAt(updatedAt), userId, guestTokenHash, lines: basketOf(dice, rated, updatedAt), updatedAt };
  };
  const established = customers.filter(({ createdAt }) => createdAt < plusDays(now, -61));
  return [
    ...dice
      .shuffled(established)
      .slice(0, CARTS.customers)
      .map(({ id }) => cart(id, 0.1 + 60 * dice.next() ** 2)),
    ...Array.from({ length: CARTS.guests }, () => cart(undefined, 0.1 + 8 * dice.next())),
  ];
}

export type DemoExpiredCheckout = {
  id: string;
  customer: DemoCustomer;
  paymentMethod: PaymentMethod;
  lines: Contents;
  quote: ReturnType<typeof quoteOf>;
  createdAt: Date;
  /** Of the attempt that failed, if there was one. */
  failedPaymentId: string | undefined;
};

const EXPIRED = 70;

/** Checkouts that were not paid. None is recent: failed payments of the last day raise an alert. */
export function expiredCheckoutsOf(
  dice: Dice,
  { variants, terms, now }: World,
  customers: readonly DemoCustomer[],
): DemoExpiredCheckout[] {
  const rated = popularityOf(dice, variants);
  return Array.from({ length: EXPIRED }, () => {
    const createdAt = plusDays(now, -3 - 355 * dice.next());
    const customer = dice.pick(customers.filter((registered) => registered.createdAt < createdAt));
    const lines = basketOf(dice, rated, createdAt);
    const priced = lines.map(({ variant, quantity }) => ({ unitPriceCents: variant.unitPriceCents, quantity }));
    return {
      id: dice.idAt(createdAt),
      customer,
      paymentMethod: dice.pick<PaymentMethod>(['card', 'upi', 'wallet', 'netbanking']),
      lines,
      quote: quoteOf(priced, { shippingMethod: 'standard', discountBp: basisPoints(0) }, terms),
      createdAt,
      failedPaymentId: dice.chance(0.6) ? dice.idAt(createdAt) : undefined,
    };
  });
}

type Interest = { id: string; userId: string; at: Date };
export type DemoWishlistItem = Interest & { productId: string };

const WISHLIST_ITEMS = 800;

export function wishlistsOf(
  dice: Dice,
  { variants, now }: World,
  customers: readonly DemoCustomer[],
): DemoWishlistItem[] {
  const items = new Map<string, DemoWishlistItem>();
  while (items.size < Math.min(WISHLIST_ITEMS, customers.length)) {
    const customer = dice.pick(customers);
    const { productId } = dice.pick(variants);
    const at = between(dice, customer.createdAt, now);
    items.set(`${customer.id} ${productId}`, { id: dice.idAt(at), userId: customer.id, productId, at });
  }
  return [...items.values()];
}

export type DemoStockAlert = Interest & { variantId: string; email: string };

/** For variants that are sold out in the end. */
export const stockAlertsOf = (
  dice: Dice,
  { now }: World,
  customers: readonly DemoCustomer[],
  soldOut: readonly Pick<DemoVariant, 'variantId'>[],
): DemoStockAlert[] =>
  soldOut.flatMap(({ variantId }) =>
    dice
      .shuffled(customers)
      .slice(0, dice.int(1, 6))
      .map(({ id: userId, email, createdAt }) => {
        const recent = new Date(Math.max(createdAt.getTime(), plusDays(now, -20).getTime()));
        const at = between(dice, recent, now);
        return { id: dice.idAt(at), variantId, userId, email, at };
      }),
  );

const between = (dice: Dice, from: Date, to: Date) =>
  plusHours(from, ((to.getTime() - from.getTime()) / HOUR_MS) * dice.next());
