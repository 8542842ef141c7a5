type Refund = { id: string; amount: number; status: 'pending' | 'processed' | 'failed'; at: string };
/** Total in cents; charge and refunds in minor units of the charged currency. */
type RefundedOrder = { totalCents: number; chargeMinor: number; refunds: readonly Refund[] };

/**
 * The refunds of an order in cents, oldest first, without failed ones, and what remains paid. Each is the share of the
 * charge; rounding is of the sum, so that all of the charge is exactly the total.
 */
export function refundsInCents({ totalCents, chargeMinor, refunds }: RefundedOrder) {
  const effective = refunds.filter(({ status }) => status !== 'failed');
  let minorSoFar = 0;
  let centsSoFar = 0;
  const converted = effective.map((refund) => {
    minorSoFar += refund.amount;
    const sum = chargeMinor === 0 ? 0 : Math.round((totalCents * minorSoFar) / chargeMinor);
    const cents = sum - centsSoFar;
    centsSoFar = sum;
    return { ...refund, cents };
  });
  return { refunds: converted, paidAfterCents: totalCents - centsSoFar };
}
