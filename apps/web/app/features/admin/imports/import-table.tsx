import { productImportMessages as messages } from '@shop/contracts/catalog/import-messages';
import type { ProductImport } from '@shop/contracts/catalog/import-schema';
import { exactTime, wholeNumber } from '#lib/format.ts';
import { Table } from '#ui/table.tsx';
import { TextLink } from '#ui/text-link.tsx';

const COLUMNS = [
  {
    label: messages.fileColumn,
    cell: ({ id, fileName }: ProductImport) => (
      <TextLink to={`/admin/products/imports/${id}`}>{fileName || messages.unnamed}</TextLink>
    ),
  },
  { label: messages.uploadedAt, cell: ({ createdAt }: ProductImport) => exactTime(createdAt), short: true },
  { label: messages.uploadedBy, cell: ({ who }: ProductImport) => who ?? '' },
  {
    label: messages.productsColumn,
    cell: ({ products }: ProductImport) => wholeNumber(products),
    numeric: true,
  },
  { label: messages.status, cell: ({ status }: ProductImport) => messages.statuses[status], short: true },
];

export function ImportTable({ imports }: { imports: ProductImport[] }) {
  return <Table caption={messages.history} columns={COLUMNS} rows={imports} keyOf={({ id }) => id} />;
}
