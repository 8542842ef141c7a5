import { z } from 'zod';
import { after, unlessEmpty } from '../common/filters.ts';
import { Id } from '../common/schema.ts';
import { AdminProductQuery } from './admin-schema.ts';
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

/**
 * A file is uploaded (`receiving`) and checked; the catalog is not changed until staff start the import. A stopped
 * import can be resumed, and what was written can be undone.
 */
export const ImportStatus = z.enum([
  'receiving',
  'checking',
  'checked',
  'importing',
  'stopped',
  'imported',
  'undoing',
  'undone',
]);
export type ImportStatus = z.infer<typeof ImportStatus>;

/** Whether the worker is processing the import. */
export const isUnderWay = ({ status }: { status: ImportStatus }) =>
  status === 'checking' || status === 'importing' || status === 'undoing';

const count = z.number().int();

/** An import with its progress. */
export const ProductImport = z.object({
  id: Id,
  fileName: z.string(),
  status: ImportStatus,
  who: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** Rows below the header, and their products. */
  rows: count,
  products: count,
  /** Check results: invalid, unchanged, to be written; and how many of the latter are new products. */
  invalid: count,
  unchanged: count,
  ready: count,
  newProducts: count,
  /** Results of the products to be written. */
  imported: count,
  rejected: count,
  /** Undo results of the written products; `undoSkipped` could not be undone. */
  undone: count,
  undoSkipped: count,
  /** Until when it can be undone; null if it cannot. */
  undoableUntil: z.iso.datetime().nullable(),
});
export type ProductImport = z.infer<typeof ProductImport>;

export const ImportQuery = z.strictObject({ after });

/** Query of the upload; the body is the file. */
export const ImportFile = z.strictObject({ name: z.string().max(200).default('') });

/** A product of the file that was skipped, rejected or could not be undone: its row, and why. */
export const ImportProblem = z.object({ row: z.number().int(), slug: z.string(), message: z.string() });
export type ImportProblem = z.infer<typeof ImportProblem>;

/** `after` is the last row of the previous page. */
export const ImportProblemQuery = z.strictObject({ after: unlessEmpty(z.coerce.number().int().min(0)) });
