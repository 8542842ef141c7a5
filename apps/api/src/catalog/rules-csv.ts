/** Products as lines of a table, one line for each variant: how they leave the shop, and how they are read again. */
import type { AdminProduct, ProductInput } from '@shop/contracts/admin-products';
import { slugOf } from '@shop/contracts/admin-products';
import { PRODUCT_COLUMNS, type ProductColumn } from '@shop/contracts/product-imports';
import { productImportMessages as messages } from '@shop/contracts/product-imports-texts';
import { csvRow } from '#platform/csv.ts';
import { isSame } from './rules-edit.ts';

/** A line of the file: the cells that have something in them, by their columns. */
export type Line = { row: number } & Partial<Record<ProductColumn, string>>;
export type RowProblem = { row: number; message: string };

const [YES, NO] = ['yes', 'no'];
const OPTIONS = [
  ['option1', 'value1'],
  ['option2', 'value2'],
  ['option3', 'value3'],
] as const;

export const csvHeading = csvRow(PRODUCT_COLUMNS.map((column) => messages.columns[column]));

export const csvLines = (product: AdminProduct) =>
  product.variants
    .map((variant, place) => ({ ...variantCells(product, variant), ...(place === 0 && productCells(product)) }))
    .map((line) => csvRow(PRODUCT_COLUMNS.map((column) => line[column] ?? '')))
    .join('');

type Cells = Partial<Record<ProductColumn, string>>;

const productCells = (product: AdminProduct): Cells => ({
  name: product.name,
  description: product.description,
  price: product.price.toFixed(2),
  salePrice: product.salePrice.toFixed(2),
  category: product.category,
  brand: product.brand,
  tags: joined(product.tags),
  images: joined(product.images),
  imageAlts: product.imageAlts.some(Boolean) ? joined(product.imageAlts) : '',
  status: product.status,
  stock: product.stock ? YES : NO,
  specifications: joined(
    Object.entries(product.specifications),
    ([name, value]) => `${escaped(name)}: ${escaped(value)}`,
  ),
});

const variantCells = ({ slug, options }: AdminProduct, variant: AdminProduct['variants'][number]): Cells => ({
  slug,
  ...Object.fromEntries(
    options.flatMap(({ name }, place) => {
      const [option, value] = OPTIONS[place] ?? [];
      return option ? [[option, name] as const, [value, variant.options[name] ?? ''] as const] : [];
    }),
  ),
  sku: variant.sku,
  priceDifference: variant.priceDifference.toFixed(2),
  quantity: String(variant.quantity),
});

/** Several things in one cell, parted by a sign that each of them may still contain. */
const escaped = (text: string) => text.replaceAll(/[\\|:]/g, '\\$&');
function joined<T>(things: T[], write: (thing: T) => string = (thing) => String(thing).replaceAll(/[\\|]/g, '\\$&')) {
  return things.map(write).join(' | ');
}

/** The parts of a cell between two such signs, as they were written. */
function parted(cell: string, sign: '|' | ':') {
  const parts = [''];
  for (const [token] of cell.matchAll(/\\[\\|:]|[^\\]|\\/gs)) {
    if (token === sign) parts.push('');
    else parts[parts.length - 1] += token;
  }
  return parts.map((part) => part.trim());
}
const plain = (text: string) => text.replaceAll(/\\([\\|:])/g, '$1');
const listOf = (cell: string) => (cell.trim() === '' ? [] : parted(cell, '|').map(plain));

/** What names the product a line is about; empty where it belongs to the one above. */
export const slugIn = (line: Cells) => line.slug?.trim() || slugOf(line.name?.trim() ?? '').replaceAll(/^-+|-+$/g, '');

const NUMBER = /^-?\d+([.,]\d{1,2})?$/;
const numberIn = (cell: string) => (NUMBER.test(cell.trim()) ? Number(cell.trim().replace(',', '.')) : Number.NaN);

type Told = { draft: ProductInput; rowsOfVariants: number[] };

/**
 * The product these lines ask for. Columns that are not in the file, and variants that are in none of its lines, stay as
 * they are now.
 */
export function draftIn(
  lines: Line[],
  columns: ProductColumn[],
  now?: AdminProduct,
): Told | { problems: RowProblem[] } {
  const [first] = lines;
  if (!first) return { problems: [] };
  const problems: RowProblem[] = [];
  const wrong = (row: number, message: string) => void problems.push({ row, message });
  /** What the first line says, where the file has that column. */
  const told = <T>(column: ProductColumn, read: (cell: string) => T) =>
    columns.includes(column) ? read(first[column] ?? '') : undefined;
  const number = (line: Line, column: 'price' | 'salePrice' | 'priceDifference') => {
    const value = numberIn(line[column] || '0');
    if (Number.isNaN(value)) wrong(line.row, messages.notANumber(messages.columns[column]));
    return value;
  };

  const { variants, options } = variantsIn(lines, now, {
    differenceIn: (line) => (line.priceDifference ? number(line, 'priceDifference') : undefined),
    quantityIn(line) {
      const cell = line.quantity?.trim() || '0';
      if (!/^-?\d+$/.test(cell)) wrong(line.row, messages.notPieces);
      return Number(cell);
    },
    wrong,
  });
  const images = told('images', listOf) ?? now?.images ?? [];
  const draft: ProductInput = {
    slug: slugIn(first),
    name: told('name', String) ?? now?.name ?? '',
    description: told('description', String) ?? now?.description ?? '',
    price: told('price', () => number(first, 'price')) ?? now?.price ?? 0,
    salePrice: told('salePrice', () => number(first, 'salePrice')) ?? now?.salePrice ?? 0,
    category: told('category', String) ?? now?.category ?? '',
    brand: told('brand', String) ?? now?.brand ?? '',
    stock:
      told('stock', (cell) => switchIn(cell, () => wrong(first.row, messages.unknownSwitch))) ?? now?.stock ?? true,
    status: told('status', (cell) => statusIn(cell, () => wrong(first.row, messages.unknownStatus))) ?? statusOf(now),
    images,
    imageAlts: told('imageAlts', (cell) => images.map((_, place) => listOf(cell)[place] ?? '')),
    tags: told('tags', listOf) ?? now?.tags,
    specifications: told('specifications', (cell) =>
      specificationsIn(cell, (text) => wrong(first.row, messages.badSpecification(text))),
    ),
    options,
    variants: variants?.map(({ row: _, ...variant }) => variant),
  };
  return problems.length > 0 ? { problems } : { draft, rowsOfVariants: variants?.map(({ row }) => row) ?? [] };
}

/** One that was deleted comes back on sale, unless the file says otherwise. */
const statusOf = (now?: AdminProduct) => (!now || now.status === 'deleted' ? 'published' : now.status);

function statusIn(cell: string, unknown: () => void): ProductInput['status'] {
  const status = cell.trim().toLowerCase();
  if (status === '') return undefined;
  if (status === 'draft' || status === 'published' || status === 'archived') return status;
  unknown();
}

function switchIn(cell: string, unknown: () => void) {
  const word = cell.trim().toLowerCase();
  if (word !== '' && word !== YES && word !== NO) unknown();
  return word === '' ? undefined : word === YES;
}

const specificationsIn = (cell: string, unknown: (text: string) => void) =>
  Object.fromEntries(
    (cell.trim() === '' ? [] : parted(cell, '|')).flatMap((text) => {
      const [name = '', ...rest] = parted(text, ':').map(plain);
      if (rest.length === 0) unknown(plain(text));
      // A value may have colons that nobody marked as such: "Opens: 9:30".
      return [[name, rest.join(':')]];
    }),
  );

type Readers = {
  differenceIn: (line: Line) => number | undefined;
  quantityIn: (line: Line) => number;
  wrong: (row: number, message: string) => void;
};
type VariantInput = NonNullable<ProductInput['variants']>[number] & { row: number };

/** The variants of the file among those there are. Undefined: the lines say nothing of them. */
function variantsIn(lines: Line[], now: AdminProduct | undefined, read: Readers) {
  const names = OPTIONS.flatMap(([option]) => lines[0]?.[option]?.trim() || []);
  const saysNothing = names.length === 0 && lines.every(({ sku, priceDifference }) => !sku && !priceDifference);
  if (now && saysNothing) return {};

  const told = lines.map((line): VariantInput => {
    const values = names.length > 0 ? valuesIn(line, names) : undefined;
    const sku = line.sku?.trim();
    const same = now && (now.variants.find((one) => sku && one.sku === sku) ?? withValues(now, values ?? {}));
    return {
      row: line.row,
      id: same?.id,
      sku: sku || same?.sku,
      options: values ?? same?.options ?? {},
      priceDifference: read.differenceIn(line) ?? same?.priceDifference ?? 0,
      quantity: read.quantityIn(line),
    };
  });
  const ids = told.flatMap(({ id }) => id ?? []);
  if (new Set(ids).size < ids.length) read.wrong(lines[0]?.row ?? 0, messages.lineTwice);

  const before = now?.options ?? [];
  // With other options than before, none of the old variants fits any more.
  const renamed =
    names.length > 0 &&
    !isSame(
      names,
      before.map(({ name }) => name),
    );
  const kept: VariantInput[] = renamed || !now ? [] : now.variants.map((one) => ({ ...one, row: lines[0]?.row ?? 0 }));
  const variants = [
    ...kept.map((variant) => told.find(({ id }) => id === variant.id) ?? variant),
    ...told.filter(({ id }) => !kept.some((variant) => variant.id === id)),
  ];
  const options = (renamed || !now ? names : before.map(({ name }) => name)).map((name) => ({
    name,
    values: valuesOf(name, variants, now && !renamed ? now : undefined),
  }));
  return { variants, options };
}

const valuesIn = (line: Line, names: string[]) =>
  Object.fromEntries(names.map((name, place) => [name, line[OPTIONS[place]?.[1] ?? 'value1']?.trim() ?? '']));

const withValues = ({ variants }: AdminProduct, values: Record<string, string>) =>
  variants.find(({ options }) => isSame(options, values));

/** In the order they have; new ones at the end. One that no variant has any more goes, one that none ever had stays. */
function valuesOf(name: string, variants: VariantInput[], now?: AdminProduct) {
  const used = new Set(variants.flatMap(({ options }) => options[name] || []));
  const usedBefore = new Set(now?.variants.map(({ options }) => options[name]));
  const before = now?.options.find((option) => option.name === name)?.values ?? [];
  return [...new Set([...before.filter((value) => used.has(value) || !usedBefore.has(value)), ...used])];
}
