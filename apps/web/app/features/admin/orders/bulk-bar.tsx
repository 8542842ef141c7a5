import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { statusLabels } from '@shop/contracts/orders/messages';
import type { ChangeEvent } from 'react';
import { useCan } from '#features/admin/shared/staff.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { Checkbox } from '#ui/form/choice.tsx';
import { FieldError, SelectField } from '#ui/form/field.tsx';

/** Must be inside the form with the order checkboxes. */
export function BulkBar({ failed }: { failed?: string }) {
  const can = useCan();
  return (
    <fieldset className="mb-4 border-line border-b pb-4">
      <legend className="mb-2 text-small font-semibold">{adminOrderMessages.bulkHeading}</legend>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <SelectField name="status" label={adminOrderMessages.bulkStatus} className="w-48" defaultValue="processing">
          {Object.entries(statusLabels)
            .filter(([value]) => value !== 'cancelled' || can('orders.refund'))
            .map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
        </SelectField>
        <IntentButton intent="batch" look="secondary" busyLabel={adminOrderMessages.updating}>
          {adminOrderMessages.bulkApply}
        </IntentButton>
        <div className="noscript:hidden">
          <Checkbox onChange={chooseAll}>{adminOrderMessages.bulkChooseAll}</Checkbox>
        </div>
      </div>
      {failed && <FieldError>{failed}</FieldError>}
    </fieldset>
  );
}

function chooseAll({ target }: ChangeEvent<HTMLInputElement>) {
  const boxes = target.form?.querySelectorAll<HTMLInputElement>('input[name="orderId"]') ?? [];
  for (const box of boxes) box.checked = target.checked;
}
