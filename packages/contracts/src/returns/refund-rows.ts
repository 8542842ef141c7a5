import { type BasisPoints, dollars, formatCharge, STORE_CURRENCY, toPercent } from '../common/money.ts';
import { returnMessages as texts } from './messages.ts';
import type { RefundBreakdown } from './refund.ts';

type Terms = {
  discountCode: string | null;
  taxBp: BasisPoints;
  discountBp: BasisPoints;
  charge: { currency: string };
  chargeRate: number;
  paidOnline: boolean;
};
export type RefundRow = { label: string; note?: string; amount: string };

/** "How this refund is made": each line with its arithmetic, in the order of the sums. */
export function refundRows(terms: Terms, refund: RefundBreakdown): RefundRow[] {
  const price = dollars(refund.price);
  const isConverted = terms.paidOnline && (terms.charge.currency !== STORE_CURRENCY || terms.chargeRate !== 1);
  return [
    { label: texts.pricePaid, amount: price },
    ...(terms.discountBp > 0
      ? [
          {
            label: texts.discount(terms.discountCode ?? ''),
            note: texts.percentOf(percent(terms.discountBp), price),
            amount: dollars(-refund.discount),
          },
        ]
      : []),
    { label: texts.tax, note: texts.percentOf(percent(terms.taxBp), price), amount: dollars(refund.tax) },
    ...(refund.carried !== 0
      ? [
          {
            label: refund.carried > 0 ? texts.carriedOver : texts.refundedBefore,
            amount: formatCharge(refund.carried, terms.charge.currency),
          },
        ]
      : []),
    ...(isConverted
      ? [
          {
            label: texts.refundedIn(terms.charge.currency),
            note: refund.isCapped ? texts.capped : texts.atRate(dollars(refund.total), rateText(terms.chargeRate)),
            amount: formatCharge(refund.minor, terms.charge.currency),
          },
        ]
      : []),
  ];
}

/** 800 → '8', 825 → '8.25' */
const percent = (rate: BasisPoints) => String(toPercent(rate));
const rateText = (value: number) =>
  value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 8 });
