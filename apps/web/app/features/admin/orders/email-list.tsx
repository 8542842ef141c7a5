import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import type { AdminOrder } from '@shop/contracts/orders/admin-schema';
import { Form } from 'react-router';
import { useCan } from '#features/admin/shared/staff.ts';
import { dateTime } from '#lib/format.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { RecordStatusBadge } from './record-status-badge.tsx';

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
              <RecordStatusBadge status={status} />
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
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="emailId" value={emailId} />
      <IntentButton
        intent="resend"
        values={{ emailId }}
        look="secondary"
        compact
        busyLabel={adminOrderMessages.resending}
        aria-label={adminOrderMessages.resendOf(subject)}
      >
        {adminOrderMessages.resend}
      </IntentButton>
    </Form>
  );
}
