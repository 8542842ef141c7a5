import { z } from 'zod';
import { after, unlessEmpty } from '../common/filters.ts';
import { Id, Moment } from '../common/schema.ts';
import { AdminProductQuery, UNDO_DAYS } from './admin-schema.ts';
import { productImportMessages as messages } from './import-messages.ts';

export const IMPORT_ROWS_MAX = 100_000;
export const IMPORT_BYTES_MAX = 100 * 1024 * 1024;
export const IMPORTS_SHOWN = 20;
export const IMPORT_PROBLEMS_SHOWN = 50;
/** Up to this many products, the dry run of an import writes them all before it is rolled back. */
export const IMPORT_TRIED_MAX = 100;

/** Filters of the product list, which the export uses too. */
export const ProductFilter = AdminProductQuery.omit({ sort: true, after: true });
export type ProductFilter = z.infer<typeof ProductFilter>;

/** The CSV columns in export order: first those of the product, then those of each variant. */
export const PRODUCT_COLUMNS = Object.keys(messages.columns) as ProductColumn[];
export type ProductColumn = keyof typeof messages.columns;

export const ImportStatus = z
  .enum(['receiving', 'checking', 'checked', 'importing', 'stopped', 'imported', 'undoing', 'undone'])
  .meta({
    id: 'ImportStatus',
    description:
      '`receiving`: the file is being uploaded; `checking`, `checked`: a dry run, the catalog is not changed until staff start the import; `importing`, `imported`: products are written; `stopped`: can be resumed or undone; `undoing`, `undone`: what was written is undone.',
  });
export type ImportStatus = z.infer<typeof ImportStatus>;

/** Whether the worker is processing the import. */
export const isUnderWay = ({ status }: { status: ImportStatus }) =>
  status === 'checking' || status === 'importing' || status === 'undoing';

const count = z.number().int();

export const ProductImport = z
  .object({
    id: Id,
    fileName: z.string().describe('As named at the upload; empty: no name was given.'),
    status: ImportStatus,
    lostPermission: z
      .string()
      .nullable()
      .describe('It was stopped because this staff member, who started the step, lost the permission; null: no.'),
    who: z.string().nullable().describe('The staff member who uploaded the file; null: the account no longer exists.'),
    createdAt: Moment,
    rows: count.describe('Rows below the header; each is one variant.'),
    products: count.describe('Products of the file: consecutive rows of one slug, or without one, are one product.'),
    invalid: count.describe('By the check so far: products with errors, which are skipped.'),
    unchanged: count.describe('By the check so far: products that already are as in the file.'),
    ready: count.describe('By the check so far: products to be written.'),
    newProducts: count.describe('How many of the `ready` products are new.'),
    imported: count.describe('How many of the `ready` products were written so far.'),
    rejected: count.describe(
      'How many of the `ready` products were not written, as they changed since the check, for example.',
    ),
    undone: count.describe(
      'How many of the `imported` products were undone so far: added ones deleted, others restored.',
    ),
    undoSkipped: count.describe('How many of the `imported` products could not be undone, as they were changed since.'),
    undoableUntil: Moment.nullable().describe(
      `${UNDO_DAYS} days after the import was started; null: it can’t be undone now.`,
    ),
  })
  .meta({ id: 'ProductImport', description: 'An import of products from a CSV file, with its progress.' });
export type ProductImport = z.infer<typeof ProductImport>;

export const ImportQuery = z.strictObject({ after });

/** Query of the upload; the body is the file. */
export const ImportFile = z.strictObject({
  name: z.string().max(200).default('').describe('The name of the file, for the list of imports.'),
});

export const ImportProblem = z
  .object({
    row: z.number().int().describe('As in a spreadsheet: the header is row 1.'),
    slug: z.string().describe('Of the product: as in the file, or else derived from its name; empty without both.'),
    message: z.string().describe('What is wrong, to be shown to staff.'),
  })
  .meta({
    id: 'ImportProblem',
    description: 'Why a product of the file was skipped or rejected, or could not be undone.',
  });
export type ImportProblem = z.infer<typeof ImportProblem>;

export const ImportProblemQuery = z.strictObject({
  after: unlessEmpty(z.coerce.number().int().min(0)).describe(
    'Keyset pagination: the first row of the last product of the previous page, as in its `Link` header.',
  ),
});
