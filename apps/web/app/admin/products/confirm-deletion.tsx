import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import type { ProductSummary } from '@shop/contracts/catalog/admin-schema';
import { ConfirmEffects } from '#admin/kit/confirm-effects.tsx';
import { type Confirmation, fieldIn } from '#admin/kit/confirmation.ts';

type ConfirmDeletionProps = { confirmation: Confirmation | undefined; products: ProductSummary[] };

export function ConfirmDeletion({ confirmation, products }: ConfirmDeletionProps) {
  const product = products.find(({ id }) => id === fieldIn(confirmation, 'id'));
  return (
    <ConfirmEffects
      confirmation={confirmation}
      title={messages.confirmDelete}
      confirm={messages.confirm}
      busyLabel={messages.deleting}
      keep={messages.keep}
      look="danger"
    >
      <p className="wrap-anywhere">{product?.name}</p>
    </ConfirmEffects>
  );
}
