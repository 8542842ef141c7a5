import { dollars, toAmount, toCents } from '@shop/contracts/common/money';
import { orderMessages } from '@shop/contracts/orders/messages';
import { refundsInCents } from '@shop/contracts/orders/refund-summary';
import type { Order } from '@shop/contracts/orders/schema';
import { summaryMessages as texts } from '@shop/contracts/orders/summary-messages';
import { useDates } from '#lib/dates.ts';
import { TotalExplained } from './total-explained.tsx';

/** The sums of an order with its discount code, its refunds and what remains paid, and how they are made. */
export function OrderSummary({ order }: { order: Order }) {
  const { subtotal, tax, shipping, discount, discountCode, total } = order;
  return (
    <section aria-labelledby="summary" className="rounded-card bg-pearl p-5 tablet:p-6 print:border print:border-line">
      <h2 id="summary" className="mb-3 text-h3">
        {texts.heading}
      </h2>
      <dl className="grid gap-2 tabular-nums">
        <Row label={orderMessages.subtotal} amount={dollars(subtotal)} />
        <Row label={orderMessages.tax} amount={dollars(tax)} />
        <Row label={orderMessages.shipping} amount={dollars(shipping)} />
        {discount > 0 && (
          <Row
            label={discountCode ? orderMessages.discountBy(discountCode) : orderMessages.discount}
            amount={`-${dollars(discount)}`}
            look="text-rose"
          />
        )}
        <div className="flex items-baseline justify-between gap-4 border-line border-t pt-3">
          <dt className="font-semibold">{orderMessages.total}</dt>
          <dd className="font-display text-quote lining-nums">{dollars(total)}</dd>
        </div>
        <Refunds order={order} />
      </dl>
      <div className="mt-4 print:hidden">
        <TotalExplained of={order} />
      </div>
    </section>
  );
}

function Refunds({ order: { total, charge, refunds: all } }: { order: Order }) {
  const { shortDate } = useDates();
  const { refunds, paidAfterCents } = refundsInCents({
    totalCents: toCents(total),
    chargeMinor: charge.amount,
    refunds: all,
  });
  if (refunds.length === 0) return null;
  return (
    <>
      {refunds.map((refund) => (
        <Row
          key={refund.id}
          label={
            refund.status === 'pending' ? texts.refundInProgress : texts.refundedOn(shortDate(new Date(refund.at)))
          }
          amount={`-${dollars(toAmount(refund.cents))}`}
          look="text-delivered"
        />
      ))}
      <div className="flex justify-between gap-4 font-semibold">
        <dt>{texts.paidAfterRefund}</dt>
        <dd>{dollars(toAmount(paidAfterCents))}</dd>
      </div>
    </>
  );
}

function Row({ label, amount, look = '' }: { label: string; amount: string; look?: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="min-w-0 text-ink-soft wrap-anywhere">{label}</dt>
      <dd className={`shrink-0 ${look}`}>{amount}</dd>
    </div>
  );
}
