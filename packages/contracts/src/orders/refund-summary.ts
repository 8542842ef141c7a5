import { type Cents, cents, type Minor, minor, minus, plus } from '../common/money.ts';

type Refund = { id: string; amount: Minor; status: 'pending' | 'processed' | 'failed'; at: string };
type RefundedOrder = { totalCents: Cents; chargeMinor: Minor; refunds: readonly Refund[] };

/**
 * The refunds of an order in cents, oldest first, without failed ones, and what remains paid. Each is the share of the
 * charge; rounding is of the sum, so that all of the charge is exactly the total.
 */
export function refundsInCents({ totalCents, chargeMinor, refunds }: RefundedOrder) {
  const effective = refunds.filter(({ status }) => status !== 'failed');
  let minorSoFar = minor(0);
  let centsSoFar = cents(0);
  const converted = effective.map((refund) => {
    minorSoFar = plus(minorSoFar, refund.amount);
    const sum = cents(chargeMinor === 0 ? 0 : Math.round((totalCents * minorSoFar) / chargeMinor));
    const refundCents = minus(sum, centsSoFar);
    centsSoFar = sum;
    return { ...refund, cents: refundCents };
  });
  return { refunds: converted, paidAfterCents: minus(totalCents, centsSoFar) };
}
