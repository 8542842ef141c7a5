import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import type { ProductSummary } from '@shop/contracts/catalog/admin-schema';
import { uiMessages } from '@shop/contracts/common/ui-messages';
import { Form, useSearchParams } from 'react-router';
import { useListUrl } from '#features/admin/list/use-list-url.ts';
import { Panel } from '#features/admin/shared/admin-page.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { AlertDialog } from '#ui/overlay/dialog.tsx';

type DeletionDialogProps = { product: ProductSummary | undefined; onClose: () => void };

/** One dialog for all rows of the list. */
export function DeletionDialog({ product, onClose }: DeletionDialogProps) {
  return (
    <AlertDialog open={product !== undefined} onClose={onClose} title={messages.confirmDelete}>
      <p className="mb-4 wrap-anywhere">{product?.name}</p>
      <div onSubmit={onClose} className="flex flex-wrap justify-end gap-3 p-1">
        <Button look="secondary" onClick={onClose}>
          {uiMessages.cancel}
        </Button>
        <ConfirmForm id={product?.id ?? ''} />
      </div>
    </AlertDialog>
  );
}

/** The same question in the page, for browsers without JavaScript. */
export function DeletionPanel({ products }: { products: ProductSummary[] }) {
  const [search] = useSearchParams();
  const toUrl = useListUrl();
  const product = products.find(({ id }) => id === search.get('delete'));
  if (!product) return null;
  return (
    <Panel title={messages.confirmDelete} className="mb-6">
      <p className="mb-4 wrap-anywhere">{product.name}</p>
      <div className="flex flex-wrap gap-3">
        <ConfirmForm id={product.id} />
        <ButtonLink to={toUrl({})} look="secondary">
          {uiMessages.cancel}
        </ButtonLink>
      </div>
    </Panel>
  );
}

const ConfirmForm = ({ id }: { id: string }) => (
  <Form method="post" preventScrollReset>
    <input type="hidden" name="id" value={id} />
    <Button type="submit" look="danger" name="intent" value="delete">
      {messages.confirm}
    </Button>
  </Form>
);
