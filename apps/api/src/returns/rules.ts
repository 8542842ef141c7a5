import { PLACEHOLDER_IMAGE } from '@shop/contracts/common/media';
import { toAmount } from '@shop/contracts/common/money';
import { type BasisPoints, Cents, type Minor, OptionValues } from '@shop/contracts/common/schema';
import type { Gift } from '@shop/contracts/orders/gift-schema';
import { adminReturnMessages } from '@shop/contracts/returns/admin-messages';
import type { ReturnReceipt } from '@shop/contracts/returns/admin-schema';
import type { ReturnStatus } from '@shop/contracts/returns/constants';
import { returnMessages, returnStatusLabels } from '@shop/contracts/returns/messages';
import {
  type ExchangeOption,
  type NewReturn,
  type RefundTerms,
  type Return,
  ReturnLine,
  type ReturnOptions,
} from '@shop/contracts/returns/schema';
import { z } from 'zod';
import type { RefundState } from '#orders/service.ts';
import { DomainError } from '#platform/errors.ts';
import { toIso } from '#platform/timestamps.ts';

type Options = Record<string, string>;
const ProductOption = z.object({ name: z.string(), values: z.array(z.string()) });
type ProductOption = z.infer<typeof ProductOption>;

export const StoredLine = ReturnLine.omit({ price: true }).extend({ unitPriceCents: Cents });

type Times = 'requestedAt' | 'expiresAt' | 'decidedAt' | 'receivedAt' | 'refundedAt' | 'closedAt';

export type ReturnRow = Omit<Return, 'exchangeShipment' | 'lines' | Times> & {
  requestedAt: Date;
  expiresAt: Date;
  decidedAt: Date | null;
  receivedAt: Date | null;
  refundedAt: Date | null;
  closedAt: Date | null;
  carrier: string;
  trackingNumber: string | null;
  trackingUrl: string | null;
  shippedAt: Date | null;
  exchangeDeliveredAt: Date | null;
  lines: z.infer<typeof StoredLine>[];
};

export const OrderedLine = z.object({
  orderItemId: z.string(),
  exchangeLineId: z.string().nullable(),
  variantId: z.string(),
  productId: z.string(),
  name: z.string(),
  options: OptionValues,
  productOptions: z.array(ProductOption),
  image: z.string().nullable(),
  unitPriceCents: Cents,
  quantity: z.number(),
  returnUntil: z.string().nullable(),
  isTooLate: z.boolean().nullable(),
  excluded: z.boolean(),
  claimed: z.number(),
  exchanges: z.array(z.object({ variantId: z.string(), optionValues: OptionValues, available: z.number() })),
});

/** An order as the database returns it. */
export type ReturnOrderRow = RefundState & {
  id: string;
  number: string;
  userId: string;
  status: string;
  gift: Gift | null;
  giftLinkVersion: number;
  /** The recipient of the gift has requested an exchange that is not delivered yet. */
  hasOpenGiftExchange: boolean;
  paymentMethod: string;
  paymentStatus: string;
  deliveredAt: Date | null;
  returnUntil: Date | null;
  isTooLate: boolean | null;
  reservedUntil: Date;
  subtotalCents: Cents;
  taxCents: Cents;
  shippingCents: Cents;
  discountCents: Cents;
  totalCents: Cents;
  discountCode: string | null;
  taxBp: BasisPoints;
  discountBp: BasisPoints;
  chargeMinor: Minor;
  chargeCurrency: string;
  chargeRate: number;
  lines: z.infer<typeof OrderedLine>[];
};

export const returnNotFound = () => new DomainError('not_found', 'return_not_found', returnMessages.notFound);

/** The only list of the changes of state. A parcel may arrive after its return has expired. */
const TRANSITIONS: Record<ReturnStatus, readonly ReturnStatus[]> = {
  requested: ['authorized', 'declined', 'cancelled'],
  authorized: ['received', 'expired', 'cancelled'],
  received: ['completed'],
  declined: [],
  cancelled: [],
  expired: ['received'],
  completed: [],
};

export function assertTransition(from: ReturnStatus, to: ReturnStatus) {
  if (TRANSITIONS[from].includes(to)) return;
  if (to === 'cancelled') throw new DomainError('conflict', 'return_not_cancellable', returnMessages.notCancellable);
  throw statusConflict(from);
}

export const statusConflict = (status: ReturnStatus) =>
  new DomainError('conflict', 'return_status_conflict', adminReturnMessages.conflict(returnStatusLabels[status]));

/** Who may return items of an order, and see its returns. */
export const mayReturn = (order: { userId: string }, requester: { id: string }) => order.userId === requester.id;

export const returnOptionsOf = (order: ReturnOrderRow, terms: RefundTerms, returns: ReturnRow[]): ReturnOptions => ({
  orderId: order.id,
  number: order.number,
  deliveredAt: isoOrNull(order.status === 'delivered' ? order.deliveredAt : null),
  returnUntil: isoOrNull(order.status === 'delivered' ? order.returnUntil : null),
  reservedUntil: toIso(order.reservedUntil),
  blocked: blockedBy(order),
  items: order.lines.map((line) => ({
    orderItemId: line.orderItemId,
    exchangeLineId: line.exchangeLineId,
    name: line.name,
    options: line.options,
    image: line.image ?? PLACEHOLDER_IMAGE,
    price: toAmount(line.unitPriceCents),
    quantity: line.quantity,
    returnable: returnableUnits(line),
    ...windowOf(line),
    excluded: line.excluded,
    exchanges: exchangeOptions(line),
  })),
  terms,
  returns: returns.map(returnOf),
});

type Line = ReturnOrderRow['lines'][number];

export const returnableUnits = ({ excluded, isTooLate, quantity, claimed }: Line) =>
  excluded || isTooLate ? 0 : Math.max(0, quantity - claimed);

/** Until when the units can be returned: those of an exchange by their own delivery. */
export const windowOf = ({ returnUntil, isTooLate }: Line) => ({
  returnUntil: isoOrNull(returnUntil),
  isTooLate: isTooLate ?? false,
});

export function blockedBy(order: ReturnOrderRow): ReturnOptions['blocked'] {
  if (order.status !== 'delivered' || !order.deliveredAt) return 'not_delivered';
  if (order.paymentStatus === 'refunded') return 'refunded';
  if (order.lines.some((line) => returnableUnits(line) > 0)) return null;
  return order.isTooLate ? 'too_late' : 'nothing_left';
}

/** After the last day on which a unit can be exchanged, once the recipient's exchanges have ended too. */
export const isGiftOver = ({ status, lines, hasOpenGiftExchange }: ReturnOrderRow) =>
  status === 'delivered' && lines.every(({ isTooLate }) => isTooLate) && !hasOpenGiftExchange;

/** The options of the store's products have their values in ascending order. */
export function exchangeOptions({ options, productOptions, exchanges }: Line): ExchangeOption[] {
  const place = ({ name, values }: ProductOption, of: Options) => values.indexOf(of[name] ?? '');
  const sizeOption = productOptions.find(({ name }) => /size|length/i.test(name)) ?? productOptions[0];
  const sizeOf = (other: Options) => {
    const isOnlySize = productOptions.every(({ name }) => name === sizeOption?.name || other[name] === options[name]);
    if (!sizeOption || !isOnlySize) return null;
    return place(sizeOption, other) > place(sizeOption, options) ? ('larger' as const) : ('smaller' as const);
  };
  const order = (a: Options, b: Options) =>
    productOptions.map((option) => place(option, a) - place(option, b)).find((difference) => difference !== 0) ?? 0;
  return exchanges
    .toSorted((a, b) => order(a.optionValues, b.optionValues))
    .map(({ variantId, optionValues, available }) => ({
      variantId,
      options: Object.fromEntries(productOptions.flatMap(({ name }) => inOrder(name, optionValues))),
      available,
      size: sizeOf(optionValues),
    }));
}

const inOrder = (name: string, values: Options): [string, string][] => {
  const value = values[name];
  return value === undefined ? [] : [[name, value]];
};

/** The stock of a chosen size is checked when it is reserved. */
export function assertReturnable(order: ReturnOrderRow, { items }: NewReturn) {
  const blocked = blockedBy(order);
  if (blocked) throw new DomainError('conflict', 'return_not_allowed', returnMessages.blocked[blocked]);
  const isReturnable = items.every(({ orderItemId, exchangeLineId = null, quantity, outcome, variantId }) => {
    const line = order.lines.find((each) => each.orderItemId === orderItemId && each.exchangeLineId === exchangeLineId);
    if (!line || quantity > returnableUnits(line)) return false;
    return outcome === 'refund' || line.exchanges.some((exchange) => exchange.variantId === variantId);
  });
  if (!isReturnable) throw new DomainError('conflict', 'items_not_returnable', returnMessages.notReturnable);
}

export const returnOf = ({
  carrier,
  trackingNumber,
  trackingUrl,
  shippedAt,
  exchangeDeliveredAt,
  lines,
  ...row
}: ReturnRow): Return => ({
  ...row,
  requestedAt: toIso(row.requestedAt),
  expiresAt: toIso(row.expiresAt),
  decidedAt: isoOrNull(row.decidedAt),
  receivedAt: isoOrNull(row.receivedAt),
  refundedAt: isoOrNull(row.refundedAt),
  closedAt: isoOrNull(row.closedAt),
  exchangeShipment:
    shippedAt && trackingNumber
      ? {
          carrier,
          trackingNumber,
          trackingUrl,
          shippedAt: toIso(shippedAt),
          deliveredAt: isoOrNull(exchangeDeliveredAt),
        }
      : null,
  lines: lines.map(({ unitPriceCents, ...line }) => ({
    ...line,
    image: line.image ?? PLACEHOLDER_IMAGE,
    price: toAmount(unitPriceCents),
  })),
});

const isoOrNull = (time: string | Date | null) => (time === null ? null : toIso(time));

type ReceivedLine = Pick<Return['lines'][number], 'outcome' | 'restocked' | 'writtenOff'>;

export const receivedUnits = ({ restocked, writtenOff }: ReceivedLine) => restocked + writtenOff;

/** The lines with the units that staff have counted: at least one, by the schema of the receipt. */
export function countReceived(lines: Return['lines'], receipt: ReturnReceipt) {
  const received = new Map(receipt.lines.map((line) => [line.id, line]));
  const counted = lines.map((line) => {
    const { restocked = 0, writtenOff = 0 } = received.get(line.id) ?? {};
    return { ...line, restocked, writtenOff };
  });
  const isKnown = receipt.lines.every(({ id }) => lines.some((line) => line.id === id));
  if (!isKnown || counted.some((line) => receivedUnits(line) > line.quantity))
    throw new DomainError('invalid', 'too_many_units', adminReturnMessages.tooManyUnits);
  return counted;
}

/** Units of a return that has expired may have been returned, or refunded, by another one since. */
export function assertReceivable(order: ReturnOrderRow, lines: Return['lines']) {
  if (order.status !== 'delivered')
    throw new DomainError('conflict', 'return_not_allowed', adminReturnMessages.orderNotDelivered);
  const isClaimed = (line: Return['lines'][number]) => {
    const units = order.lines.find(
      (each) => each.orderItemId === line.orderItemId && each.exchangeLineId === line.exchangeLineId,
    );
    return receivedUnits(line) > (units ? units.quantity - units.claimed : 0);
  };
  if (lines.some(isClaimed))
    throw new DomainError('conflict', 'items_not_returnable', adminReturnMessages.unitsElsewhere);
}

/** Lines of which units came back, and that are still to be refunded or exchanged. */
export const receivedFor = <L extends ReceivedLine>(outcome: L['outcome'], lines: L[]) =>
  lines.filter((line) => line.outcome === outcome && receivedUnits(line) > 0);

type Progress = { refundedAt: string | null; exchangeShipment: object | null; lines: ReceivedLine[] };

export const isRefundDue = ({ refundedAt, lines }: Progress) =>
  refundedAt === null && receivedFor('refund', lines).length > 0;
export const isExchangeDue = ({ exchangeShipment, lines }: Progress) =>
  exchangeShipment === null && receivedFor('exchange', lines).length > 0;

/** What a customer reads about a line: '1 × Aurora Solitaire Ring, US 7 to US 8'. */
export const lineText = ({ quantity, name, options, exchange }: Return['lines'][number]) => {
  const bought = [`${quantity} × ${name}`, ...Object.values(options)].join(', ');
  return exchange ? returnMessages.exchangedText(bought, Object.values(exchange.options).join(', ')) : bought;
};

/** The same with the units that came back. */
export const receivedText = (line: Return['lines'][number]) => lineText({ ...line, quantity: receivedUnits(line) });
