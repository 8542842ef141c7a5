import type { PaymentMethod } from '@shop/contracts/checkout/schema';
import { basisPoints, quoteOf } from '@shop/contracts/common/money';
import type { Gift } from '@shop/contracts/gifts/schema';
import type { OrderStatus, PaymentStatus } from '@shop/contracts/orders/schema';
import { isShipped, paymentAfter, stockEffect } from '#orders/status-rules.ts';
import { giftOf } from '#sample/demo/generate/returns/gifts.ts';
import { basketOf, type DemoLine, popularityOf } from './baskets.ts';
import { momentOf } from './calendar.ts';
import { redeemer, type UsableCode } from './codes.ts';
import type { DemoCustomer } from './customers.ts';
import { type Dice, diceOf } from './random.ts';
import { type DemoRefund, refundOf } from './refunds.ts';
import { type DemoShipment, shipmentsOf } from './shipments.ts';
import { type Step, timelineOf } from './timeline.ts';
import type { World } from './world.ts';

export type DemoOrder = {
  id: string;
  number: string;
  checkoutId: string;
  customer: DemoCustomer;
  placedAt: Date;
  paymentMethod: PaymentMethod;
  shippingMethod: 'standard' | 'express';
  lines: DemoLine[];
  code: UsableCode | undefined;
  quote: ReturnType<typeof quoteOf>;
  steps: Step[];
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  shipments: DemoShipment[];
  /** `id` of a payment online; cash has none. */
  paymentId: string | undefined;
  refund: DemoRefund | undefined;
  /** What a cancellation did to the units. */
  stockEffect: 'restocked' | 'written_off' | undefined;
  returnToStock: boolean;
  gift: Gift | null;
};

const ORDERS = 3_000;
const FIRST_ORDERS = 0.3;
const WITH_CODE = 0.18;
const EXPRESS = 0.22;
/** Customers of India pay with local methods; weights in the order of the methods. */
const METHODS: PaymentMethod[] = ['card', 'upi', 'wallet', 'netbanking', 'cod'];
const METHOD_WEIGHTS = { India: [22, 38, 8, 10, 22], Other: [80, 0, 15, 0, 5] };

/** Oldest first. */
export function ordersOf(
  dice: Dice,
  world: World,
  customers: readonly DemoCustomer[],
  codes: readonly UsableCode[],
): DemoOrder[] {
  const { days, now, variants } = world;
  const rated = popularityOf(dice, variants);
  const redeem = redeemer(codes);
  const nextBuyer = buyers(customers);
  const numbers = new Set<string>();
  const ofGifts = diceOf(18);
  const moments = Array.from({ length: ORDERS }, () =>
    momentOf(
      dice,
      dice.weighted(days, ({ weight }) => weight),
      now,
    ),
  ).toSorted((one, other) => one.getTime() - other.getTime());

  return moments.map((placedAt) => {
    const customer = nextBuyer(dice, placedAt);
    const lines = basketOf(dice, rated, placedAt).map((line) => ({ ...line, id: dice.idAt(placedAt) }));
    const code = dice.chance(WITH_CODE) ? redeem(dice, customer.id, placedAt) : undefined;
    const gift = giftOf(ofGifts, world, customer.address.country, placedAt);
    return orderOf(dice, world, { placedAt, customer, lines, code, gift, number: freeNumber(dice, numbers) });
  });
}

type Purchase = Pick<DemoOrder, 'placedAt' | 'customer' | 'lines' | 'code' | 'number' | 'gift'>;

function orderOf(dice: Dice, world: World, purchase: Purchase): DemoOrder {
  const { placedAt, customer, lines, code, number } = purchase;
  const weights = METHOD_WEIGHTS[customer.address.country === 'India' ? 'India' : 'Other'];
  const paymentMethod = dice.weighted(METHODS, (method) => weights[METHODS.indexOf(method)] ?? 0);
  const shippingMethod = dice.chance(EXPRESS) ? ('express' as const) : ('standard' as const);
  const priced = lines.map(({ variant, quantity }) => ({ unitPriceCents: variant.unitPriceCents, quantity }));
  const quote = quoteOf(priced, { shippingMethod, discountBp: code?.percentBp ?? basisPoints(0) }, world.terms);

  const units = quote.itemCount;
  const buying = { placedAt, paymentMethod, shippingMethod, units, userId: customer.id };
  const timeline = timelineOf(dice, buying, world.staff, world.now);
  const { steps, returnToStock } = timeline;
  const status = steps.at(-1)?.status ?? 'pending';
  // A first shipment without the second: only a part of the units has left.
  const isPartial = timeline.shippedAt.length > 1 || (timeline.shippedAt.length === 1 && status === 'processing');
  const parcel = { lines, country: customer.address.country, shippedAt: timeline.shippedAt };
  const shipments = shipmentsOf(dice, parcel, isPartial);
  const isOnline = paymentMethod !== 'cod' && quote.chargeMinor > 0;
  const refund = isOnline ? refundOf(dice, { chargeMinor: quote.chargeMinor, steps }, world) : undefined;

  return {
    ...purchase,
    id: dice.idAt(placedAt, number),
    checkoutId: dice.idAt(placedAt),
    paymentMethod,
    shippingMethod,
    quote,
    steps,
    status,
    paymentStatus: refund?.isFull ? 'refunded' : paymentStatusAfter(paymentMethod, steps),
    shipments,
    paymentId: isOnline ? dice.idAt(placedAt) : undefined,
    refund,
    stockEffect: cancellationEffect(steps, { returnToStock, anyShipped: shipments.length > 0 }),
    returnToStock,
  };
}

/** By the rule of the store, step by step. */
export const paymentStatusAfter = (paymentMethod: PaymentMethod, steps: readonly Step[]): PaymentStatus =>
  steps
    .slice(1)
    .reduce<PaymentStatus>(
      (paymentStatus, { status }) => paymentAfter({ paymentMethod, paymentStatus }, status),
      paymentMethod === 'cod' ? 'pending' : 'paid',
    );

function cancellationEffect(steps: readonly Step[], details: { returnToStock: boolean; anyShipped: boolean }) {
  const [from, last] = [steps.at(-2), steps.at(-1)];
  if (!from || last?.status !== 'cancelled') return undefined;
  const effect = stockEffect(from.status, 'cancelled', details);
  return effect === 'restocked' || effect === 'written_off' ? effect : undefined;
}

/** When the order was first due to be invoiced: with the payment, or with the first shipment of a cash order. */
export function invoiceDueAt({ paymentMethod, placedAt, shipments, steps }: DemoOrder): Date | undefined {
  if (paymentMethod !== 'cod') return placedAt;
  return shipments[0]?.shippedAt ?? steps.find(({ status }) => isShipped(status))?.at;
}

/** First orders of new customers, and further ones of earlier customers, some of whom order often. */
function buyers(customers: readonly DemoCustomer[]) {
  const bought = new Set<string>();
  let registered = 0;
  const waiting: DemoCustomer[] = [];
  return (dice: Dice, at: Date): DemoCustomer => {
    for (let next = customers[registered]; next && next.createdAt < at; next = customers[registered]) {
      waiting.push(next);
      registered += 1;
    }
    const isFirst = bought.size === 0 || dice.chance(FIRST_ORDERS);
    const known = customers.slice(0, registered);
    const loyal = known[Math.floor(known.length * dice.next() ** 1.6)];
    const customer = (isFirst ? waiting.shift() : undefined) ?? loyal ?? customers[0];
    if (!customer) throw new Error('The demo data has no customers.');
    bought.add(customer.id);
    return customer;
  };
}

function freeNumber(dice: Dice, numbers: Set<string>): string {
  const number = dice.hex(8);
  if (numbers.has(number)) return freeNumber(dice, numbers);
  numbers.add(number);
  return number;
}
