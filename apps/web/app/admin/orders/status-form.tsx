import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { isCancellable } from '@shop/contracts/orders/constants';
import { statusLabels } from '@shop/contracts/orders/messages';
import type { OrderStatus } from '@shop/contracts/orders/schema';
import { useEffect, useRef, useState } from 'react';
import { Form } from 'react-router';
import { useCan } from '#admin/kit/staff.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { Checkbox } from '#ui/form/choice.tsx';
import { SelectField } from '#ui/form/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';

type StatusFormProps = {
  status: OrderStatus;
  hasShipments: boolean;
  /** Whether cancelling refunds an online payment. Cash was not received before delivery. */
  refundsPayment: boolean;
  formKey: string;
  info?: string;
};

/** Any status but the current one. Cancelling an order restocks shipped units only if the checkbox is checked. */
export function StatusForm({ status, hasShipments, refundsPayment, formKey, info }: StatusFormProps) {
  const [chosen, setChosen] = useState<string>(status);
  const select = useRef<HTMLSelectElement>(null);
  const hydrated = useHydrated();
  const can = useCan();
  const canChoose = (value: string) => value !== 'cancelled' || value === status || can('orders.refund');
  const mayReturn = status !== 'cancelled' && !isCancellable({ status, hasShipments });
  const cancels = !hydrated || (chosen === 'cancelled' && status !== 'cancelled');

  // The status selected before hydration.
  useEffect(() => setChosen(select.current?.value ?? status), [status]);

  return (
    <Form method="post" preventScrollReset className="grid grid-cols-1 gap-4">
      {info && <Notice kind="info">{info}</Notice>}
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="expectedStatus" value={status} />
      <SelectField
        name="status"
        label={adminOrderMessages.newStatus}
        hint={cancels && refundsPayment && can('orders.refund') ? adminOrderMessages.cancelRefunds : undefined}
        ref={select}
        defaultValue={status}
        onChange={(event) => setChosen(event.target.value)}
      >
        {Object.entries(statusLabels)
          .filter(([value]) => canChoose(value))
          .map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
      </SelectField>
      {cancels && mayReturn && can('orders.refund') && (
        <div>
          <Checkbox name="returnToStock">{adminOrderMessages.returnToStock}</Checkbox>
          <p className="text-ink-muted text-small">{adminOrderMessages.returnToStockHint}</p>
        </div>
      )}
      <IntentButton
        intent="status"
        look="secondary"
        disabled={hydrated && chosen === status}
        busyLabel={adminOrderMessages.updating}
        className="justify-self-start"
      >
        {adminOrderMessages.update}
      </IntentButton>
    </Form>
  );
}
