import { cartMessages, shippingMethodLabels } from '../cart/messages.ts';
import {
  type Amount,
  chargeOf,
  dollars,
  formatCharge,
  type Minor,
  STORE_CURRENCY,
  shareOf,
  toBasisPoints,
  toCents,
} from '../common/money.ts';
import type { TotalTerms } from '../common/total-terms.ts';
import { orderMessages } from './messages.ts';
import { totalMessages } from './total-messages.ts';

/** A cart or an order. */
export type PricedTotal = {
  /** `price` is the unit price, unless there is a sale price. */
  items: readonly { price: Amount; salePrice?: Amount; quantity: number }[];
  subtotal: Amount;
  tax: Amount;
  shipping: Amount;
  discount: Amount;
  total: Amount;
  discountCode: string | null;
  shippingMethod: keyof typeof shippingMethodLabels;
  charge: { amount: Minor; currency: string };
  terms?: TotalTerms | null;
  /** Only of an order: its rate is that of the day of the order. */
  paymentMethod?: string;
};

export type TotalLine = {
  part: 'subtotal' | 'tax' | 'shipping' | 'discount' | 'total' | 'charge';
  label: string;
  /** Null if the rates are not known, or do not result in the amount. */
  arithmetic: string | null;
  amount: string;
  /** In cents, the discount negative; of the charge in minor units of its currency. */
  value: number;
};

/** More unit prices are not listed one by one. */
const LISTED_PRICES = 8;
const MINUS = '−';

const percentText = (percent: number) => `${percent.toLocaleString('en-US', { maximumFractionDigits: 2 })}%`;
const rateText = (rate: number) => rate.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 8 });

/** Every line of a total with its arithmetic, in the order of the sum. The lines before the total add up to it. */
export function explainTotal(priced: PricedTotal): TotalLine[] {
  const { tax, shipping, discount, discountCode } = priced;
  const line = (part: TotalLine['part'], label: string, arithmetic: string | null, amount: Amount): TotalLine => ({
    part,
    label,
    arithmetic,
    amount: amount < 0 ? `-${dollars(-amount)}` : dollars(amount),
    value: toCents(amount),
  });
  return [
    line('subtotal', orderMessages.subtotal, itemsText(priced), priced.subtotal),
    line('tax', orderMessages.tax, shareText(priced, 'taxPercent', tax, totalMessages.tax), tax),
    line('shipping', orderMessages.shipping, shippingText(priced), shipping),
    ...(discount > 0
      ? [
          line(
            'discount',
            discountCode ? orderMessages.discountBy(discountCode) : orderMessages.discount,
            shareText(priced, 'discountPercent', discount, totalMessages.discount),
            -discount,
          ),
        ]
      : []),
    line('total', orderMessages.total, sumText(priced), priced.total),
    ...chargeLine(priced),
  ];
}

function itemsText({ items }: PricedTotal) {
  if (items.length > LISTED_PRICES) {
    const units = items.reduce((sum, { quantity }) => sum + quantity, 0);
    return totalMessages.products(items.length, cartMessages.items(units));
  }
  return items
    .map(({ price, salePrice, quantity }) => {
      const unitPrice = dollars(salePrice || price);
      return quantity === 1 ? unitPrice : orderMessages.unitTimes(quantity, unitPrice);
    })
    .join(' + ');
}

function shareText(
  { subtotal, terms }: PricedTotal,
  rate: 'taxPercent' | 'discountPercent',
  amount: Amount,
  text: (percent: string, subtotal: string) => string,
) {
  if (!terms) return null;
  const basisPoints = toBasisPoints(terms[rate]);
  if (shareOf(toCents(subtotal), basisPoints) !== toCents(amount)) return null;
  const arithmetic = text(percentText(terms[rate]), dollars(subtotal));
  return (toCents(subtotal) * basisPoints) % 10_000 === 0 ? arithmetic : totalMessages.rounded(arithmetic);
}

function shippingText({ shipping, shippingMethod }: PricedTotal) {
  const method = shippingMethodLabels[shippingMethod];
  return shipping === 0 ? totalMessages.freeShipping(method) : totalMessages.shipping(method);
}

function sumText({ subtotal, tax, shipping, discount }: PricedTotal) {
  const sum = [subtotal, tax, shipping].map(dollars).join(' + ');
  return discount > 0 ? `${sum} ${MINUS} ${dollars(discount)}` : sum;
}

/** Nothing is charged in another currency for a total of 0, or if it is paid in cash. */
function chargeLine({ total, charge, terms, paymentMethod }: PricedTotal): TotalLine[] {
  if (charge.amount === 0 || charge.currency === STORE_CURRENCY || paymentMethod === 'cod') return [];
  const isKnown =
    terms &&
    chargeOf(toCents(total), { paymentCurrency: charge.currency, paymentRate: terms.chargeRate }) === charge.amount;
  const text = paymentMethod === undefined ? totalMessages.currentRate : totalMessages.orderRate;
  return [
    {
      part: 'charge',
      label: totalMessages.chargedIn(charge.currency),
      arithmetic: isKnown ? text(dollars(total), rateText(terms.chargeRate)) : null,
      amount: formatCharge(charge.amount, charge.currency),
      value: charge.amount,
    },
  ];
}
