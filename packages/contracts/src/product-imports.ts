import { z } from 'zod';
import { AdminProductQuery } from './admin-products.ts';
import { Id } from './common.ts';
import { after, unlessEmpty } from './filters.ts';
import { productImportMessages as messages } from './product-imports-texts.ts';

export const IMPORT_ROWS_MAX = 100_000;
export const IMPORT_BYTES_MAX = 100 * 1024 * 1024;
export const IMPORTS_SHOWN = 20;
export const IMPORT_PROBLEMS_SHOWN = 50;

/** What the list of all products is narrowed to, which is what leaves as a file. */
export const ProductFilter = AdminProductQuery.omit({ after: true });
export type ProductFilter = z.infer<typeof ProductFilter>;

/** The columns of the table, in the order they leave the shop in: first the product's own, then those of each variant. */
export const PRODUCT_COLUMNS = Object.keys(messages.columns) as ProductColumn[];
export type ProductColumn = keyof typeof messages.columns;

/**
 * A file is read in (`receiving`) and checked; nothing of the catalogue is written until somebody asks for it. What was
 * stopped can go on, and what was written can be undone.
 */
export const ImportState = z.enum([
  'receiving',
  'checking',
  'checked',
  'importing',
  'stopped',
  'imported',
  'undoing',
  'undone',
]);
export type ImportState = z.infer<typeof ImportState>;

/** While it is one of these, the worker has something to do. */
export const isUnderWay = ({ state }: { state: ImportState }) =>
  state === 'checking' || state === 'importing' || state === 'undoing';

const count = z.number().int();

/** An import, and how many of its products came how far. */
export const ProductImport = z.object({
  id: Id,
  fileName: z.string(),
  state: ImportState,
  who: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** Lines below the heading, and the products they are about. */
  rows: count,
  products: count,
  /** What the check found: left out, already so, to be written; and of the last, how many are new. */
  bad: count,
  same: count,
  ready: count,
  creates: count,
  /** What became of those to be written. */
  done: count,
  refused: count,
  /** What became of those that were written, when the import was undone. */
  undone: count,
  kept: count,
  /** Until when it can be undone; null if it cannot. */
  undoableUntil: z.iso.datetime().nullable(),
});
export type ProductImport = z.infer<typeof ProductImport>;

export const ImportQuery = z.strictObject({ after });

/** The file itself is the body. */
export const ImportFile = z.strictObject({ name: z.string().max(200).default('') });

/** A product of the file that was left out, refused or could not be undone: where it stands, and why. */
export const ImportProblem = z.object({ row: z.number().int(), slug: z.string(), message: z.string() });
export type ImportProblem = z.infer<typeof ImportProblem>;

/** `after` is the last row of the page before. */
export const ImportProblemQuery = z.strictObject({ after: unlessEmpty(z.coerce.number().int().min(0)) });
