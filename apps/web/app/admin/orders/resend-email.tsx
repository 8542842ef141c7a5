import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import type { AdminOrder } from '@shop/contracts/orders/admin-schema';
import { Form } from 'react-router';
import { useCan } from '#admin/kit/staff.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';

type ResendEmailProps = { email: AdminOrder['emails'][number]; formKey: string };

export function ResendEmail({ email: { id, subject, status }, formKey }: ResendEmailProps) {
  const can = useCan();
  if (!can('orders.resend-email') || status === 'queued') return null;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="emailId" value={id} />
      <IntentButton
        intent="resend"
        values={{ emailId: id }}
        look="quiet"
        compact
        busyLabel={adminOrderMessages.resending}
        aria-label={adminOrderMessages.resendOf(subject)}
      >
        {adminOrderMessages.resend}
      </IntentButton>
    </Form>
  );
}
