import { adminOrderMessages as texts } from '@shop/contracts/orders/admin-messages';
import { orderListMessages as listTexts } from '@shop/contracts/orders/list-messages';
import { statusLabels } from '@shop/contracts/orders/messages';
import { ClipboardList, Printer } from 'lucide-react';
import { BarButton } from '#admin/kit/selection-bar.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';

/** Sets the status of the selected orders. */
export function BulkStatus({ formKey }: { formKey: string }) {
  const can = useCan();
  return (
    <>
      <input type="hidden" name="key" value={formKey} />
      <select
        name="status"
        aria-label={texts.bulkStatus}
        defaultValue="processing"
        className="h-10 min-w-0 rounded-control border border-line-strong bg-ink px-2 text-paper"
      >
        {Object.entries(statusLabels)
          .filter(([value]) => value !== 'cancelled' || can('orders.refund'))
          .map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
      </select>
      <IntentButton intent="batch" compact busyLabel={texts.updating} className="px-4! text-small!">
        {texts.bulkApply}
      </IntentButton>
    </>
  );
}

/** Pages to print, for the selected orders. */
export const PrintActions = () => (
  <>
    <BarButton formAction="/admin/orders/packing-slips" formMethod="get">
      <Printer aria-hidden className="size-4" strokeWidth={1.75} />
      {listTexts.packingSlips}
    </BarButton>
    <BarButton formAction="/admin/orders/pick-list" formMethod="get">
      <ClipboardList aria-hidden className="size-4" strokeWidth={1.75} />
      {listTexts.pickList}
    </BarButton>
  </>
);
