/** Products as CSV, one row for each variant: export and import. */
import {
  type AdminProduct,
  IMAGES_MAX,
  PAIRINGS_MAX,
  type ProductInput,
  slugOf,
} from '@shop/contracts/catalog/admin-schema';
import { productImportMessages as messages } from '@shop/contracts/catalog/import-messages';
import { PRODUCT_COLUMNS, type ProductColumn } from '@shop/contracts/catalog/import-schema';
import { EMPTY_PRODUCT, OPTIONAL_TEXT_MAX, TEXT_FIELDS } from '@shop/contracts/catalog/product-fields';
import { recordOf } from '@shop/contracts/common/record-of';
import { isSame } from '#platform/changes.ts';
import { type CsvRow, csvRow, unescapeFormula } from '#platform/csv.ts';

/** A row of the file: its non-empty cells by column. The beginning only of cells that are `tooLong`. */
export type Line = { row: number; tooLong?: ProductColumn[] } & Partial<Record<ProductColumn, string>>;
export type RowProblem = { row: number; message: string };

const [YES, NO] = ['yes', 'no'];
const OPTIONS = [
  ['option1', 'value1'],
  ['option2', 'value2'],
  ['option3', 'value3'],
] as const;

/** Each character of a list may be escaped, and three separate its values. */
const listOf = (count: number, length: number) => count * (2 * length + 3);
/** The characters that a valid cell has at most, as `ProductDraft` limits them. */
const CELL_MAX: Record<ProductColumn, number> = {
  slug: 220,
  name: 200,
  description: 20_000,
  price: 40,
  salePrice: 40,
  category: 100,
  brand: 100,
  ...OPTIONAL_TEXT_MAX,
  tags: listOf(30, 40),
  images: listOf(IMAGES_MAX, 2_000),
  imageAlts: listOf(IMAGES_MAX, 300),
  pairings: listOf(PAIRINGS_MAX, 220),
  status: 40,
  stock: 40,
  specifications: listOf(50, 100 + 500),
  option1: 40,
  value1: 60,
  option2: 40,
  value2: 60,
  option3: 40,
  value3: 60,
  sku: 64,
  priceDifference: 40,
  quantity: 40,
};

/** A row of the file, whose cells are in the order of the columns. */
export function parseLine({ row, cells }: CsvRow, columns: ProductColumn[]): Line {
  const line: Line = { row };
  const tooLong: ProductColumn[] = [];
  for (const [place, column] of columns.entries()) {
    const cell = cells[place] ?? '';
    if (cell === '') continue;
    const max = CELL_MAX[column];
    const isTooLong = cell.length > max && cell.trim().length > max;
    if (isTooLong) tooLong.push(column);
    line[column] = unescapeFormula(isTooLong ? cell.trim().slice(0, max) : cell);
  }
  return tooLong.length > 0 ? { ...line, tooLong } : line;
}

export const csvHeading = csvRow(PRODUCT_COLUMNS.map((column) => messages.columns[column]));

export const csvLines = (product: AdminProduct) =>
  product.variants
    .map((variant, place) => ({ ...variantCells(product, variant), ...(place === 0 && productCells(product)) }))
    .map((line) => csvRow(PRODUCT_COLUMNS.map((column) => line[column] ?? '')))
    .join('');

type Cells = Partial<Record<ProductColumn, string>>;

const productCells = (product: AdminProduct): Cells => ({
  ...recordOf(TEXT_FIELDS, (field) => product[field]),
  price: product.price.toFixed(2),
  salePrice: product.salePrice.toFixed(2),
  tags: joinCell(product.tags),
  images: joinCell(product.images),
  imageAlts: product.imageAlts.some(Boolean) ? joinCell(product.imageAlts) : '',
  status: product.status,
  stock: product.stock ? YES : NO,
  specifications: joinCell(
    Object.entries(product.specifications),
    ([name, value]) => `${escapeCell(name)}: ${escapeCell(value)}`,
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

/** Lists in one cell: values are joined by a separator, which is escaped within them. */
const escapeCell = (text: string) => text.replaceAll(/[\\|:]/g, '\\$&');
function joinCell<T>(things: T[], write: (thing: T) => string = (thing) => String(thing).replaceAll(/[\\|]/g, '\\$&')) {
  return things.map(write).join(' | ');
}

/** The parts of a cell between unescaped separators, still escaped. */
function splitCell(cell: string, separator: '|' | ':') {
  const parts = [''];
  for (const [token] of cell.matchAll(/\\[\\|:]|[^\\]|\\/gs)) {
    if (token === separator) parts.push('');
    else parts[parts.length - 1] += token;
  }
  return parts.map((part) => part.trim());
}
const unescapeCell = (text: string) => text.replaceAll(/\\([\\|:])/g, '$1');
const parseList = (cell: string) => (cell.trim() === '' ? [] : splitCell(cell, '|').map(unescapeCell));

/** The slug of a row's product; empty if the row belongs to the product above. */
export const slugIn = (line: Cells) => line.slug?.trim() || slugOf(line.name?.trim() ?? '').replaceAll(/^-+|-+$/g, '');

const NUMBER = /^-?\d+([.,]\d{1,2})?$/;
const parseNumber = (cell: string) => (NUMBER.test(cell.trim()) ? Number(cell.trim().replace(',', '.')) : Number.NaN);

type ParsedDraft = {
  draft: ProductInput;
  variantRows: number[];
  /** Cells that cannot be read, and the fields whose value in the draft is therefore meaningless. */
  problems: RowProblem[];
  unreadable: ReadonlySet<PropertyKey>;
};

/**
 * The product these rows describe. Columns missing in the file, and variants without a row, stay as they are.
 */
export function parseDraft(lines: Line[], columns: ProductColumn[], current?: AdminProduct): ParsedDraft {
  const first: Line = lines[0] ?? { row: 0 };
  const problems: RowProblem[] = [];
  const unreadable = new Set<PropertyKey>();
  const addProblem = (row: number, field: ProductColumn | 'variants', message: string) => {
    problems.push({ row, message });
    unreadable.add(field);
  };
  for (const { row, tooLong = [] } of lines)
    for (const column of tooLong)
      addProblem(row, column, messages.cellTooLong(messages.columns[column], CELL_MAX[column]));

  /** The value in the first row; undefined if the file lacks the column. */
  const readCell = <T>(column: ProductColumn, read: (cell: string) => T) =>
    columns.includes(column) ? read(first[column] ?? '') : undefined;
  const readNumber = (line: Line, column: 'price' | 'salePrice' | 'priceDifference') => {
    const value = parseNumber(line[column] || '0');
    if (Number.isNaN(value)) addProblem(line.row, column, messages.notANumber(messages.columns[column]));
    return value;
  };

  const { variants, options } = parseVariants(lines, current, {
    parseDifference: (line) => (line.priceDifference ? readNumber(line, 'priceDifference') : undefined),
    parseQuantity(line) {
      const cell = line.quantity?.trim() || '0';
      if (!/^-?\d+$/.test(cell)) addProblem(line.row, 'quantity', messages.quantityNotWhole);
      return Number(cell);
    },
    addProblem,
  });
  const before = current ?? EMPTY_PRODUCT;
  const images = readCell('images', parseList) ?? before.images;
  const draft: ProductInput = {
    ...EMPTY_PRODUCT,
    ...recordOf(TEXT_FIELDS, (field) => readCell(field, String) ?? before[field]),
    slug: slugIn(first),
    price: readCell('price', () => readNumber(first, 'price')) ?? before.price,
    salePrice: readCell('salePrice', () => readNumber(first, 'salePrice')) ?? before.salePrice,
    stock:
      readCell('stock', (cell) => parseSwitch(cell, () => addProblem(first.row, 'stock', messages.unknownSwitch))) ??
      before.stock,
    status:
      readCell('status', (cell) => parseStatus(cell, () => addProblem(first.row, 'status', messages.unknownStatus))) ??
      statusOf(current),
    images,
    imageAlts: readCell('imageAlts', (cell) => images.map((_, place) => parseList(cell)[place] ?? '')),
    tags: readCell('tags', parseList) ?? before.tags,
    specifications: readCell('specifications', (cell) =>
      parseSpecifications(cell, (text) => addProblem(first.row, 'specifications', messages.badSpecification(text))),
    ),
    options,
    variants: variants?.map(({ row: _, ...variant }) => variant),
  };
  return { draft, variantRows: variants?.map(({ row }) => row) ?? [], problems, unreadable };
}

/** A deleted product is published again, unless the file has another status. */
const statusOf = (current?: AdminProduct) => (!current || current.status === 'deleted' ? 'published' : current.status);

function parseStatus(cell: string, onUnknown: () => void): ProductInput['status'] {
  const status = cell.trim().toLowerCase();
  if (status === '') return undefined;
  if (status === 'draft' || status === 'published' || status === 'archived') return status;
  onUnknown();
}

function parseSwitch(cell: string, onUnknown: () => void) {
  const value = cell.trim().toLowerCase();
  if (value !== '' && value !== YES && value !== NO) onUnknown();
  return value === '' ? undefined : value === YES;
}

const parseSpecifications = (cell: string, onUnknown: (text: string) => void) =>
  Object.fromEntries(
    (cell.trim() === '' ? [] : splitCell(cell, '|')).flatMap((text) => {
      const [name = '', ...rest] = splitCell(text, ':').map(unescapeCell);
      if (rest.length === 0) onUnknown(unescapeCell(text));
      // A value may contain unescaped colons: "Opens: 9:30".
      return [[name, rest.join(':')]];
    }),
  );

type CellParsers = {
  parseDifference: (line: Line) => number | undefined;
  parseQuantity: (line: Line) => number;
  addProblem: (row: number, field: 'variants', message: string) => void;
};
type VariantInput = NonNullable<ProductInput['variants']>[number] & { row: number };

/** The variants of the file merged with the existing ones; undefined if the rows have no variant cells. */
function parseVariants(lines: Line[], current: AdminProduct | undefined, read: CellParsers) {
  const names = OPTIONS.flatMap(([option]) => lines[0]?.[option]?.trim() || []);
  const hasNoVariantCells = names.length === 0 && lines.every(({ sku, priceDifference }) => !sku && !priceDifference);
  if (current && hasNoVariantCells) return {};

  const variantInputs = lines.map((line): VariantInput => {
    const values = names.length > 0 ? parseValues(line, names) : undefined;
    const sku = line.sku?.trim();
    const same =
      current && (current.variants.find((one) => sku && one.sku === sku) ?? findVariantByValues(current, values ?? {}));
    return {
      row: line.row,
      id: same?.id,
      sku: sku || same?.sku,
      options: values ?? same?.options ?? {},
      priceDifference: read.parseDifference(line) ?? same?.priceDifference ?? 0,
      quantity: read.parseQuantity(line),
    };
  });
  const ids = variantInputs.flatMap(({ id }) => id ?? []);
  if (new Set(ids).size < ids.length) read.addProblem(lines[0]?.row ?? 0, 'variants', messages.variantTwice);

  const before = current?.options ?? [];
  // With other options than before, none of the existing variants matches.
  const renamed =
    names.length > 0 &&
    !isSame(
      names,
      before.map(({ name }) => name),
    );
  const existing: VariantInput[] =
    renamed || !current ? [] : current.variants.map((one) => ({ ...one, row: lines[0]?.row ?? 0 }));
  const variants = [
    ...existing.map((variant) => variantInputs.find(({ id }) => id === variant.id) ?? variant),
    ...variantInputs.filter(({ id }) => !existing.some((variant) => variant.id === id)),
  ];
  const options = (renamed || !current ? names : before.map(({ name }) => name)).map((name) => ({
    name,
    values: valuesOf(name, variants, current && !renamed ? current : undefined),
  }));
  return { variants, options };
}

const parseValues = (line: Line, names: string[]) =>
  Object.fromEntries(names.map((name, place) => [name, line[OPTIONS[place]?.[1] ?? 'value1']?.trim() ?? '']));

const findVariantByValues = ({ variants }: AdminProduct, values: Record<string, string>) =>
  variants.find(({ options }) => isSame(options, values));

/** In the existing order, new values last. Drops values whose last variant is gone, keeps those that never had one. */
function valuesOf(name: string, variants: VariantInput[], current?: AdminProduct) {
  const used = new Set(variants.flatMap(({ options }) => options[name] || []));
  const usedBefore = new Set(current?.variants.map(({ options }) => options[name]));
  const before = current?.options.find((option) => option.name === name)?.values ?? [];
  return [...new Set([...before.filter((value) => used.has(value) || !usedBefore.has(value)), ...used])];
}
