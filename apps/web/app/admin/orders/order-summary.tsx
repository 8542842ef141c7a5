import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import type { AdminOrder } from '@shop/contracts/orders/admin-schema';
import { useCan } from '#admin/kit/staff.ts';
import { Disclosure } from './disclosure.tsx';
import { MoneyTable } from './money-table.tsx';
import { Card } from './order-card.tsx';
import { type OrderActionResult, refundKey } from './order-forms.ts';
import { Payments } from './payments.tsx';
import { RefundForm } from './refund-form.tsx';

type OrderSummaryProps = { order: AdminOrder; result?: OrderActionResult };

/** How the total is made, what was paid and refunded, and the form for a refund. */
export function OrderSummary({ order, result }: OrderSummaryProps) {
  const can = useCan();
  return (
    <Card title={adminOrderMessages.money}>
      <MoneyTable order={order} />
      <section aria-labelledby="payments" className="mt-5">
        <h3 id="payments" className="mb-2 font-semibold text-small">
          {adminOrderMessages.paymentsHeading}
        </h3>
        <Payments order={order} />
      </section>
      {can('orders.refund') && order.refundable > 0 && (
        <Disclosure
          label={adminOrderMessages.refundHeading}
          open={result?.intent === 'refund'}
          className="mt-4 border-line border-t pt-1"
        >
          <section aria-label={adminOrderMessages.refundHeading} className="pt-2">
            {/* The key empties the form after a refund. */}
            <RefundForm key={refundKey(order)} order={order} result={result} />
          </section>
        </Disclosure>
      )}
    </Card>
  );
}
