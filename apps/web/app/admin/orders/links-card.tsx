import { adminOrderMessages as texts } from '@shop/contracts/orders/admin-messages';
import type { AdminOrder, RevokedLink } from '@shop/contracts/orders/admin-schema';
import { Form } from 'react-router';
import { useCan } from '#admin/kit/staff.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { Card } from './order-card.tsx';

type LinksCardProps = { order: AdminOrder; formKey: string };

/** The private links of an order: those of its guest, and those of the recipient of a gift. */
export function LinksCard({ order: { guest, gift }, formKey }: LinksCardProps) {
  const can = useCan();
  if (!can('orders.resend-email') || (!guest && !gift)) return null;
  return (
    <Card title={texts.links}>
      <div className="grid gap-4">
        {guest && <RevokeForm link="order" formKey={formKey} />}
        {gift && <RevokeForm link="gift" formKey={formKey} />}
      </div>
    </Card>
  );
}

function RevokeForm({ link, formKey }: { link: RevokedLink; formKey: string }) {
  return (
    <Form method="post" preventScrollReset className="grid justify-items-start gap-2">
      <p className="text-ink-soft text-small">{texts.revokeText[link]}</p>
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="link" value={link} />
      <IntentButton intent="revoke" values={{ link }} look="secondary" compact busyLabel={texts.revoking}>
        {texts.revoke[link]}
      </IntentButton>
    </Form>
  );
}
