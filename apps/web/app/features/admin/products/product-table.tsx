import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import type { ProductSummary } from '@shop/contracts/catalog/admin-schema';
import { currentPrice, dollars } from '@shop/contracts/common/money';
import { uiMessages } from '@shop/contracts/common/ui-messages';
import { Form } from 'react-router';
import { useCan } from '#features/admin/shared/staff.ts';
import { Badge, type Tone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Thumbnail } from '#ui/responsive-image.tsx';
import { Table } from '#ui/table.tsx';
import { TextLink } from '#ui/text-link.tsx';

const TONES: Record<ProductSummary['status'], Tone> = {
  published: 'delivered',
  draft: 'pending',
  archived: 'other',
  deleted: 'cancelled',
};

const COLUMNS = [
  { label: messages.product, cell: (product: ProductSummary) => <Product {...product} /> },
  { label: messages.price, cell: (product: ProductSummary) => <Prices {...product} />, numeric: true },
  { label: messages.category, cell: ({ category }: ProductSummary) => category },
  {
    label: messages.stock,
    cell: ({ inStock, quantity }: ProductSummary) => (inStock ? messages.inStock(quantity) : messages.outOfStock),
  },
  {
    label: messages.status,
    cell: ({ status }: ProductSummary) => <Badge tone={TONES[status]}>{messages.statuses[status]}</Badge>,
  },
  { label: messages.actions, cell: (product: ProductSummary) => <Actions {...product} /> },
];

export function ProductTable({ products }: { products: ProductSummary[] }) {
  return (
    <div className="wrap-normal">
      <Table caption={messages.list} columns={COLUMNS} rows={products} keyOf={({ id }) => id} />
    </div>
  );
}

function Product({ image, name, brand }: ProductSummary) {
  return (
    <span className="flex items-center gap-3 py-1 max-tablet:flex-row-reverse">
      <Thumbnail src={image} size={48} />
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere">{name}</span>
        <span className="block text-ink-muted">{brand}</span>
      </span>
    </span>
  );
}

function Prices(product: ProductSummary) {
  return (
    <>
      <span className="block">{dollars(currentPrice(product))}</span>
      {product.salePrice > 0 && (
        <s className="block text-ink-muted">
          <span className="sr-only">{uiMessages.was} </span>
          {dollars(product.price)}
        </s>
      )}
    </>
  );
}

function Actions({ id, name, status }: ProductSummary) {
  const can = useCan();
  return (
    <span className="inline-flex flex-wrap items-center gap-x-4 max-tablet:justify-end desktop:flex-nowrap">
      <TextLink to={`/admin/products/edit/${id}`} aria-label={messages.editOf(name)}>
        {messages.edit}
      </TextLink>
      {can('products.write') && status !== 'deleted' && (
        <ConfirmDialog
          question={messages.confirmDelete}
          trigger={messages.delete}
          compact
          asks={{ name: 'delete', value: id }}
        >
          <Form method="post" preventScrollReset>
            <input type="hidden" name="id" value={id} />
            <Button type="submit" look="danger" name="intent" value="delete">
              {messages.confirm}
            </Button>
          </Form>
        </ConfirmDialog>
      )}
    </span>
  );
}
