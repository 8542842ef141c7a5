import type { OrderDossier } from '@shop/contracts/admin-orders';
import { adminOrderMessages } from '@shop/contracts/admin-orders-texts';
import { Form } from 'react-router';
import { useMay } from '#components/admin/staff.ts';
import { Button } from '#components/ui/button.tsx';
import { dateTime } from '#lib/format.ts';
import { useSending } from '#lib/sending.ts';
import { StateBadge } from './payments.tsx';

type MailListProps = { mails: OrderDossier['mails']; formKey: string };

export function MailList({ mails, formKey }: MailListProps) {
  const may = useMay();
  if (mails.length === 0) return <p className="text-ink-soft">{adminOrderMessages.noMails}</p>;
  return (
    <ul className="grid gap-4">
      {mails.map(({ id, subject, to, state, error, at }) => (
        <li key={id} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <span className="font-semibold">{subject}</span>
              <StateBadge state={state} />
            </p>
            <p className="text-ink-soft text-small">
              {adminOrderMessages.mailTo(to)} · <time dateTime={at}>{dateTime(new Date(at))}</time>
            </p>
            {error && <p className="text-cancelled text-small">{error}</p>}
          </div>
          {may('orders.mail') && state !== 'queued' && <Resend mailId={id} subject={subject} formKey={formKey} />}
        </li>
      ))}
    </ul>
  );
}

function Resend({ mailId, subject, formKey }: { mailId: string; subject: string; formKey: string }) {
  const resending = useSending({ intent: 'resend', mailId });
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="mailId" value={mailId} />
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
