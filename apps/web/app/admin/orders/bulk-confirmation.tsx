import { adminOrderMessages as texts } from '@shop/contracts/orders/admin-messages';
import { orderMessages, statusLabels } from '@shop/contracts/orders/messages';
import { OrderStatus } from '@shop/contracts/orders/schema';
import { ConfirmEffects } from '#admin/kit/confirm-effects.tsx';
import type { Confirmation } from '#admin/kit/confirmation.ts';

/** Before the status of the selected orders changes: what it does. */
export function BulkConfirmation({ confirmation }: { confirmation: Confirmation | undefined }) {
  const fields = confirmation?.fields ?? [];
  const valuesOf = (field: string) => fields.flatMap(([name, value]) => (name === field ? value : []));
  const orders = valuesOf('orderId').length;
  const status = OrderStatus.safeParse(valuesOf('status')[0]).data ?? 'processing';
  const isCancelling = status === 'cancelled';
  return (
    <ConfirmEffects
      confirmation={confirmation}
      title={isCancelling ? texts.bulkCancel(orders) : texts.bulkTitle(orders, statusLabels[status])}
      confirm={isCancelling ? texts.bulkCancel(orders) : texts.bulkApply}
      keep={texts.bulkKeep}
      busyLabel={isCancelling ? orderMessages.cancelling : texts.updating}
      look={isCancelling ? 'danger' : 'primary'}
    />
  );
}
