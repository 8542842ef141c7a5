import { orderMessages } from '@shop/contracts/orders/messages';
import { Form } from 'react-router';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';

type CancelOrderProps = {
  /** Idempotency key: submitting twice cancels once. */
  cancelKey: string;
};

export function CancelOrder(props: CancelOrderProps) {
  return (
    <ConfirmDialog
      question={orderMessages.confirmCancel}
      trigger={orderMessages.cancel}
      look="primary"
      dismissLabel={orderMessages.dismissCancel}
      asks={{ name: 'confirm', value: 'cancel' }}
    >
      <CancelForm {...props} />
    </ConfirmDialog>
  );
}

function CancelForm({ cancelKey }: CancelOrderProps) {
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
export function ConfirmCancelling({ orderId, ...props }: CancelOrderProps & { orderId: string }) {
  return (
    <section aria-labelledby="confirm" className="rounded-card border border-cancelled p-5 tablet:p-6">
      <h2 id="confirm" className="text-h3">
        {orderMessages.confirmCancel}
      </h2>
      <div className="mt-5 flex flex-wrap gap-3">
        <ButtonLink to={`/orders/${orderId}`} look="secondary">
          {orderMessages.dismissCancel}
        </ButtonLink>
        <CancelForm {...props} />
      </div>
    </section>
  );
}
