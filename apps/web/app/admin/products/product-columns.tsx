import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import type { ProductSummary } from '@shop/contracts/catalog/admin-schema';
import { currentPrice, dollars } from '@shop/contracts/common/money';
import { uiMessages } from '@shop/contracts/common/ui-messages';
import { QuietState, SecondLine } from '#admin/kit/cells.tsx';
import type { ListColumn } from '#admin/kit/list-table.tsx';
import { RowLink } from '#admin/kit/row-link.tsx';
import { Badge, type Tone } from '#ui/badge.tsx';
import { Thumbnail } from '#ui/responsive-image.tsx';
import { ProductActions } from './product-actions.tsx';

const TONES: Record<ProductSummary['status'], Tone> = {
  published: 'delivered',
  draft: 'pending',
  archived: 'other',
  deleted: 'cancelled',
};

/** Picture, name and brand left; price and stock right, then the menu. */
export const PRODUCT_CARD =
  'max-tablet:grid max-tablet:grid-cols-[auto_minmax(0,1fr)_auto_auto] max-tablet:items-center max-tablet:gap-x-2.5';

export const PRODUCT_COLUMNS: ListColumn<ProductSummary>[] = [
  {
    key: 'product',
    label: messages.product,
    sort: ['name', '-name'],
    className: 'max-tablet:col-start-2 max-tablet:row-span-2 max-tablet:row-start-1',
    cell: (product) => <Product {...product} />,
  },
  {
    key: 'price',
    label: messages.price,
    optional: 'on',
    numeric: true,
    sort: ['-price', 'price'],
    className: 'tablet:w-28 max-tablet:col-start-3 max-tablet:row-start-1',
    cell: (product) => <Prices {...product} />,
  },
  {
    key: 'category',
    label: messages.category,
    optional: 'on',
    className: 'tablet:w-32 desktop:w-36 max-tablet:hidden',
    cell: ({ category }) => <span className="block truncate text-ink-soft">{category}</span>,
  },
  {
    key: 'stock',
    label: messages.stock,
    optional: 'on',
    sort: ['quantity', '-quantity'],
    className:
      'tablet:w-32 max-tablet:col-start-3 max-tablet:row-start-2 max-tablet:text-right max-tablet:text-[13px] max-tablet:text-ink-soft',
    cell: ({ inStock, quantity }) =>
      inStock ? messages.inStock(quantity) : <span className="text-rose">{messages.outOfStock}</span>,
  },
  {
    key: 'status',
    label: messages.status,
    optional: 'on',
    className: 'tablet:w-30 max-tablet:hidden',
    cell: ({ status }) =>
      status === 'published' ? (
        <QuietState dot="good">{messages.statuses.published}</QuietState>
      ) : (
        <Badge tone={TONES[status]}>{messages.statuses[status]}</Badge>
      ),
  },
  {
    key: 'actions',
    label: messages.actions,
    hideLabel: true,
    className: 'tablet:w-30 max-tablet:col-start-4 max-tablet:row-span-2 max-tablet:row-start-1',
    cell: (product) => <ProductActions {...product} />,
  },
];

function Product({ id, image, name, brand, status }: ProductSummary) {
  return (
    <span className="flex items-center gap-3">
      <Thumbnail src={image} size={36} className="max-tablet:size-11 tablet:group-data-[density=compact]/list:size-7" />
      <span className="min-w-0">
        <RowLink to={`/admin/products/edit/${id}`} className="block truncate">
          {name}
        </RowLink>
        <SecondLine>
          {brand}
          {status !== 'published' && <span className="tablet:hidden"> · {messages.statuses[status]}</span>}
        </SecondLine>
      </span>
    </span>
  );
}

function Prices(product: ProductSummary) {
  return (
    <>
      <span className="block">{dollars(currentPrice(product))}</span>
      {product.salePrice > 0 && (
        <s className="block text-[13px] text-ink-muted leading-[17px] max-tablet:sr-only">
          <span className="sr-only">{uiMessages.was} </span>
          {dollars(product.price)}
        </s>
      )}
    </>
  );
}
