import { toAmount } from '@shop/contracts/common/money';
import { DAY_MS } from '@shop/contracts/common/time';
import { refundOf } from '@shop/contracts/orders/refund';
import type { ReturnStatus } from '@shop/contracts/returns/constants';
import type { DemoLine } from '#sample/demo/generate/baskets.ts';
import type { DemoOrder } from '#sample/demo/generate/orders.ts';
import { type Dice, plusDays } from '#sample/demo/generate/random.ts';
import type { World } from '#sample/demo/generate/world.ts';

/** A return of one unit. */
export type DemoReturn = ReturnType<typeof returnOf>;

/** `age`: how many days ago the order was delivered at least. Only cash is refunded without the payment provider. */
type Kind = { status: ReturnStatus; outcome: 'exchange' | 'refund'; age: number; cash?: true };

const KINDS: Kind[] = [
  { status: 'requested', outcome: 'refund', age: 4 },
  { status: 'requested', outcome: 'exchange', age: 4 },
  { status: 'authorized', outcome: 'exchange', age: 5 },
  { status: 'authorized', outcome: 'refund', age: 5 },
  { status: 'received', outcome: 'refund', age: 9 },
  { status: 'received', outcome: 'exchange', age: 9 },
  { status: 'completed', outcome: 'exchange', age: 10 },
  { status: 'completed', outcome: 'refund', age: 10, cash: true },
  { status: 'declined', outcome: 'refund', age: 5 },
  { status: 'cancelled', outcome: 'refund', age: 5 },
  { status: 'expired', outcome: 'refund', age: 19 },
];
const YOUNGEST_DAYS = 4;
const OLDEST_DAYS = 40;
/** One of this many deliveries is returned. */
const ONE_OF = 7;
/** Of a kind that few orders allow, which are exchanges and refunds of cash, any order up to this many. */
const RARE = 4;
/** Days until an authorized return expires. */
const HOLD_DAYS = 14;
/** An exchange leaves a unit on sale. */
const LEFT_ON_SALE = 1;

/** Gifts are exchanged whenever possible. `available`: units by variant. */
export function returnsOf(
  dice: Dice,
  world: World,
  orders: readonly DemoOrder[],
  available: ReadonlyMap<string, number>,
): DemoReturn[] {
  const left = new Map(available);
  const counts = new Map(KINDS.map((kind) => [kind, 0]));
  const countOf = (kind: Kind) => counts.get(kind) ?? 0;
  const findExchange = ({ lines }: DemoOrder) => {
    const pairs = lines.flatMap((bought) => world.variants.map((other) => ({ bought, other })));
    return pairs.find(
      ({ bought: { variant }, other: { productId, variantId } }) =>
        productId === variant.productId && variantId !== variant.variantId && (left.get(variantId) ?? 0) > LEFT_ON_SALE,
    );
  };
  const delivered = orders.filter(({ status, paymentStatus, refund, steps }) => {
    const age = daysSince(steps.at(-1)?.at, world.now);
    return status === 'delivered' && paymentStatus === 'paid' && !refund && age >= YOUNGEST_DAYS && age < OLDEST_DAYS;
  });
  return delivered.flatMap((order, place) => {
    const exchange = findExchange(order);
    const age = daysSince(order.steps.at(-1)?.at, world.now);
    const isChosen = (kind: Kind) =>
      place % ONE_OF === 0 || order.gift || ((kind.outcome === 'exchange' || kind.cash) && countOf(kind) < RARE);
    const [kind] = KINDS.filter(
      (one) =>
        age >= one.age &&
        (one.outcome === 'exchange' ? exchange : !order.gift) &&
        (!one.cash || order.paymentMethod === 'cod') &&
        isChosen(one),
    ).toSorted((one, other) => countOf(one) - countOf(other));
    const bought = kind?.outcome === 'exchange' ? exchange?.bought : order.lines[0];
    if (!kind || !bought) return [];
    counts.set(kind, countOf(kind) + 1);
    const exchangeVariantId = kind.outcome === 'exchange' ? exchange?.other.variantId : undefined;
    if (exchangeVariantId) left.set(exchangeVariantId, (left.get(exchangeVariantId) ?? 0) - 1);
    return [returnOf(dice, world, { order, bought, kind, exchangeVariantId })];
  });
}

const daysSince = (moment: Date | undefined, now: Date) => (now.getTime() - (moment?.getTime() ?? 0)) / DAY_MS;

type Chosen = { order: DemoOrder; bought: DemoLine; kind: Kind; exchangeVariantId?: string };

function returnOf(dice: Dice, { now, terms }: World, { order, bought, kind, exchangeVariantId }: Chosen) {
  const { status, outcome } = kind;
  const requestedAt = plusDays(order.steps.at(-1)?.at ?? now, 3);
  const decidedAt = plusDays(requestedAt, 1);
  const receivedAt = plusDays(decidedAt, 4);
  const closedAt = plusDays(receivedAt, 1);
  const cameBack = status === 'received' || status === 'completed';
  const isExchange = outcome === 'exchange';
  const reason = isExchange ? dice.pick(SIZE_REASONS) : dice.pick(REASONS);
  const isDamaged = reason === 'damaged';
  const refundMinor = status === 'completed' && !isExchange ? refundOfUnit(order, bought, terms.paymentCurrency) : 0;
  const expiresAt = status === 'expired' ? plusDays(decidedAt, HOLD_DAYS) : plusDays(now, HOLD_DAYS);
  const closed: Partial<Record<ReturnStatus, Date>> = {
    declined: decidedAt,
    cancelled: decidedAt,
    expired: expiresAt,
    completed: closedAt,
  };
  return {
    bought,
    row: {
      id: dice.idAt(requestedAt),
      orderId: order.id,
      status,
      comment: dice.chance(0.3) ? 'The box is unopened.' : '',
      requestedAt,
      expiresAt,
      decidedAt: status === 'requested' || status === 'cancelled' ? null : decidedAt,
      declineReason: status === 'declined' ? 'The item shows signs of wear.' : null,
      receivedAt: cameBack ? receivedAt : null,
      closedAt: closed[status] ?? null,
      refundedAt: refundMinor > 0 ? closedAt : null,
      refundMinor,
      ...(status === 'completed' &&
        isExchange && { exchangeShippedAt: closedAt, ...order.shipments.map(trackingOf)[0] }),
      recipientEmail: order.gift && emailOf(order.gift.recipient),
    },
    line: {
      id: dice.idAt(requestedAt),
      orderLineId: bought.id,
      quantity: 1,
      reason,
      outcome,
      exchangeVariantId: exchangeVariantId ?? null,
      restocked: cameBack && !isDamaged ? 1 : 0,
      writtenOff: cameBack && isDamaged ? 1 : 0,
      refundMinor,
    },
  };
}

const SIZE_REASONS = ['too_small', 'too_large'] as const;
const REASONS = [...SIZE_REASONS, 'changed_mind', 'not_as_pictured', 'damaged'] as const;

const emailOf = (name: string) => `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@example.com`;

/** By the carrier of the order, with the next number. */
const trackingOf = ({ carrier, trackingNumber }: DemoOrder['shipments'][number]) => ({
  exchangeCarrier: carrier,
  exchangeTrackingNumber: `${trackingNumber}-2`,
});

const refundOfUnit = ({ quote, lines }: DemoOrder, { id }: DemoLine, currency: string) =>
  refundOf(
    {
      items: lines.map((line) => ({
        id: line.id,
        price: toAmount(line.variant.unitPriceCents),
        quantity: line.quantity,
      })),
      subtotal: toAmount(quote.subtotalCents),
      shipping: toAmount(quote.shippingCents),
      total: toAmount(quote.totalCents),
      charge: { amount: quote.chargeMinor, currency },
      refundable: quote.chargeMinor,
    },
    { units: { [id]: 1 }, shipping: false },
  );
