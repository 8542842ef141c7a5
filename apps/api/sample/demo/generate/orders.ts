import type { PaymentMethod } from '@shop/contracts/checkout/schema';
import { basisPoints, type Minor, minimumCharge, quoteOf, times } from '@shop/contracts/common/money';
import { trackingUrlOf } from '@shop/contracts/orders/carriers';
import type { Gift } from '@shop/contracts/orders/gift-schema';
import { orderMessages } from '@shop/contracts/orders/messages';
import type { OrderStatus, PaymentStatus } from '@shop/contracts/orders/schema';
import { isShipped, trackingNumber as ownTrackingNumber, paymentAfter, stockEffect } from '#orders/status-rules.ts';
import { basketOf, type DemoLine, popularityOf } from './baskets.ts';
import { momentOf } from './calendar.ts';
import { redeemer, type UsableCode } from './codes.ts';
import type { DemoCustomer } from './customers.ts';
import { type Dice, diceOf, plusDays } from './random.ts';
import { giftOf } from './return-gifts.ts';
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

type DemoRefund = {
  id: string;
  amountMinor: Minor;
  isFull: boolean;
  reason: string;
  at: Date;
  /** Null for the refund of a cancelled order, which no one requests by itself. */
  staffId: string | null;
};

type Paid = { chargeMinor: Minor; steps: Step[] };

const PARTIAL = 0.035;
const FULL = 0.008;

/** Of a payment online: all if the order was cancelled, a part or all of some that were delivered. */
function refundOf(dice: Dice, { chargeMinor, steps }: Paid, world: World): DemoRefund | undefined {
  const { now, staff, terms, content } = world;
  const last = steps.at(-1);
  if (chargeMinor === 0 || !last) return undefined;
  const chance = dice.next();
  const at = plusDays(last.at, 1 + 14 * dice.next());
  const share = 0.1 + 0.3 * dice.next();
  const refund = (amountMinor: Minor, reason: string, moment: Date, staffId: string | null): DemoRefund => ({
    id: dice.idAt(moment),
    amountMinor,
    isFull: amountMinor === chargeMinor,
    reason,
    at: moment,
    staffId,
  });

  if (last.status === 'cancelled') return refund(chargeMinor, orderMessages.refundReason, last.at, null);
  if (last.status !== 'delivered' || at > now) return undefined;
  if (chance < FULL) return refund(chargeMinor, dice.pick(content.marketing.fullRefunds), at, staff.manager);
  const least = minimumCharge(terms.paymentCurrency);
  const part = times(least, Math.round((chargeMinor * share) / least));
  if (chance > FULL + PARTIAL || part < least || chargeMinor - part < least) return undefined;
  return refund(part, dice.pick(content.marketing.partialRefunds), at, staff.manager);
}

type DemoShipment = {
  id: string;
  number: number;
  carrier: string;
  trackingNumber: string;
  trackingUrl: string | null;
  shippedAt: Date;
  items: { lineId: string; quantity: number }[];
};

type Parcel = { lines: DemoLine[]; country: string; shippedAt: Date[] };

const CARRIERS: Record<string, string[]> = {
  India: ['Blue Dart', 'Delhivery'],
  'United States': ['UPS', 'USPS', 'FedEx'],
};
const ELSEWHERE = ['DHL Express'];

/** `shippedAt` has one or two times, or only the first of two as the second has not come yet. */
function shipmentsOf(dice: Dice, { lines, country, shippedAt }: Parcel, isPartial: boolean): DemoShipment[] {
  const parts = isPartial ? divide(lines) : [lines.map(({ id, quantity }) => ({ lineId: id, quantity }))];
  return shippedAt.flatMap((at, index) => {
    const items = parts[index];
    return items ? [{ id: dice.idAt(at), number: index + 1, shippedAt: at, items, ...trackingOf(dice, country) }] : [];
  });
}

/** The first line, or of a single one the first unit, and the rest. */
function divide(lines: DemoLine[]) {
  const items = lines.map(({ id, quantity }) => ({ lineId: id, quantity }));
  const [first, ...others] = items;
  if (!first || others.length > 0) return [first ? [first] : [], others];
  return [[{ ...first, quantity: 1 }], [{ ...first, quantity: first.quantity - 1 }]];
}

function trackingOf(dice: Dice, country: string) {
  const number = dice.int(0, 99_999_999);
  const carrier = dice.chance(0.25) ? '' : dice.pick(CARRIERS[country] ?? ELSEWHERE);
  const trackingNumber = carrier ? String(1_000_000_000 + number) : ownTrackingNumber(number);
  return { carrier, trackingNumber, trackingUrl: trackingUrlOf(carrier, trackingNumber) };
}
