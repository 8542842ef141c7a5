import { formatCharge, minus } from '@shop/contracts/common/money';
import { orderMessages } from '@shop/contracts/orders/messages';
import type { Order } from '@shop/contracts/orders/schema';
import { Form } from 'react-router';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';

type CancelOrderProps = {
  order: Order;
  /** Idempotency key: submitting twice cancels once. */
  cancelKey: string;
};

export function CancelOrder(props: CancelOrderProps) {
  return (
    <ConfirmDialog
      question={orderMessages.confirmCancel}
      trigger={orderMessages.cancel}
      details={refundOf(props.order)}
      look="quiet"
      dismissLabel={orderMessages.dismissCancel}
      asks={{ name: 'confirm', value: 'cancel' }}
    >
      <CancelForm cancelKey={props.cancelKey} />
    </ConfirmDialog>
  );
}

/** What the customer gets back, how and when. */
function refundOf({ charge: { amount, currency }, paymentMethod, paymentStatus, refunds }: Order) {
  if (paymentStatus === 'refunded') return orderMessages.cancelRefunded;
  const isRefund = ({ status }: Order['refunds'][number]) => status !== 'failed';
  const remaining = refunds.filter(isRefund).reduce((rest, refund) => minus(rest, refund.amount), amount);
  if (paymentStatus !== 'paid' || remaining <= 0) return orderMessages.cancelRefundsNothing;
  return orderMessages.cancelRefund(formatCharge(remaining, currency), paymentMethod);
}

function CancelForm({ cancelKey }: Pick<CancelOrderProps, 'cancelKey'>) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="key" value={cancelKey} />
      <IntentButton intent="cancel" look="danger" busyLabel={orderMessages.cancelling}>
        {orderMessages.confirmCancelYes}
      </IntentButton>
    </Form>
  );
}

/** The confirmation of the dialog as part of the page, without JavaScript. */
export function ConfirmCancelling({ order, cancelKey }: CancelOrderProps) {
  return (
    <section aria-labelledby="confirm" className="rounded-card border border-cancelled p-5 tablet:p-6">
      <h2 id="confirm" className="text-h3">
        {orderMessages.confirmCancel}
      </h2>
      <p className="mt-3">{refundOf(order)}</p>
      <div className="mt-5 flex flex-wrap gap-3">
        <ButtonLink to={`/orders/${order.id}`} look="secondary">
          {orderMessages.dismissCancel}
        </ButtonLink>
        <CancelForm cancelKey={cancelKey} />
      </div>
    </section>
  );
}
