import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import type { AdminOrder } from '@shop/contracts/orders/admin-schema';
import { Form } from 'react-router';
import { useCan } from '#features/admin/shared/staff.ts';
import { dateTime } from '#lib/format.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { Button } from '#ui/button.tsx';
import { StateBadge } from './payments.tsx';

type EmailListProps = { emails: AdminOrder['emails']; formKey: string };

export function EmailList({ emails, formKey }: EmailListProps) {
  const can = useCan();
  if (emails.length === 0) return <p className="text-ink-soft">{adminOrderMessages.noEmails}</p>;
  return (
    <ul className="grid gap-4">
      {emails.map(({ id, subject, to, status, error, at }) => (
        <li key={id} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <span className="font-semibold">{subject}</span>
              <StateBadge state={status} />
            </p>
            <p className="text-ink-soft text-small">
              {adminOrderMessages.emailTo(to)} · <time dateTime={at}>{dateTime(new Date(at))}</time>
            </p>
            {error && <p className="text-cancelled text-small">{error}</p>}
          </div>
          {can('orders.resend-email') && status !== 'queued' && (
            <Resend emailId={id} subject={subject} formKey={formKey} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Resend({ emailId, subject, formKey }: { emailId: string; subject: string; formKey: string }) {
  const resending = useIsSubmitting({ intent: 'resend', emailId });
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="emailId" value={emailId} />
      <Button
        type="submit"
        name="intent"
        value="resend"
        look="secondary"
        compact
        busy={resending}
        busyLabel={adminOrderMessages.resending}
        aria-label={adminOrderMessages.resendOf(subject)}
      >
        {adminOrderMessages.resend}
      </Button>
    </Form>
  );
}
