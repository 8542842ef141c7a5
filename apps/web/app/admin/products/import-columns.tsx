import { productImportMessages as messages } from '@shop/contracts/catalog/import-messages';
import type { ProductImport } from '@shop/contracts/catalog/import-schema';
import type { ListColumn } from '#admin/kit/list-table.tsx';
import { RowLink } from '#admin/kit/row-link.tsx';
import { ExactTime } from '#lib/dates.ts';
import { wholeNumber } from '#lib/format.ts';

/** File and time left, status and person right. */
export const IMPORT_CARD =
  'max-tablet:grid max-tablet:grid-cols-[minmax(0,1fr)_auto] max-tablet:items-center max-tablet:gap-x-3 max-tablet:gap-y-0.5';
const SMALL = 'max-tablet:text-[13px] max-tablet:text-ink-soft max-tablet:row-start-2';

export const IMPORT_COLUMNS: ListColumn<ProductImport>[] = [
  {
    key: 'file',
    label: messages.fileColumn,
    className: 'max-tablet:row-start-1',
    cell: ({ id, fileName }) => (
      <RowLink to={`/admin/products/imports/${id}`} className="block truncate">
        {fileName || messages.unnamed}
      </RowLink>
    ),
  },
  {
    key: 'uploaded',
    label: messages.uploadedAt,
    className: `tablet:w-48 ${SMALL}`,
    cell: ({ createdAt }) => (
      <span className="block truncate">
        <ExactTime at={createdAt} />
      </span>
    ),
  },
  {
    key: 'who',
    label: messages.uploadedBy,
    className: `tablet:w-40 max-tablet:max-w-32 max-tablet:justify-self-end ${SMALL}`,
    cell: ({ who }) => <span className="block truncate">{who}</span>,
  },
  {
    key: 'products',
    label: messages.productsColumn,
    numeric: true,
    className: 'tablet:w-24 max-tablet:hidden',
    cell: ({ products }) => wholeNumber(products),
  },
  {
    key: 'status',
    label: messages.status,
    className: 'tablet:w-28 max-tablet:row-start-1 max-tablet:justify-self-end',
    cell: ({ status }) => messages.statuses[status],
  },
];
