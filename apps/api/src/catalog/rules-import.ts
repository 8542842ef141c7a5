import { type AdminProduct, ProductDraft } from '@shop/contracts/admin-products';
import type { ProductColumn } from '@shop/contracts/product-imports';
import { productImportMessages as messages } from '@shop/contracts/product-imports-texts';
import { DomainError } from '#platform/errors.ts';
import { draftIn, type Line, type RowProblem } from './rules-csv.ts';
import { comingBack, difference, type Former, type Goods, goodsOf, wanted } from './rules-edit.ts';

export const LINES_MAX = 100;
/** So many are told of one product: who mends those sees the others at the next check. */
const PROBLEMS_TOLD = 5;

/** A product of the file. */
export type Item = { row: number; slug: string; lines: Line[]; productId: string | null; version: number | null };

/** What the shop has, as far as some products of a file are concerned. */
export type Surroundings = {
  /** By their present addresses. */
  products: ReadonlyMap<string, AdminProduct>;
  /** Every address that leads, or once led, to a product. */
  addresses: ReadonlySet<string>;
  /** Variants a product once had, by its id. */
  former: ReadonlyMap<string, Former[]>;
  categories: ReadonlyMap<string, string>;
  brands: ReadonlyMap<string, string>;
};

export type Wish = {
  item: Item;
  goods: Goods;
  labels: { categoryId: string; brandId: string };
  /** The product it changes. */
  now?: AdminProduct;
  /** The lines its variants come from. */
  rows: number[];
};
export type Refusal = { item: Item; problems: RowProblem[] };

/** What a product of the file asks for, or what is wrong with that. */
export function wishOf(
  item: Item,
  columns: ProductColumn[],
  mayOpenStock: boolean,
  around: Surroundings,
): Wish | Refusal {
  const { row, slug, lines } = item;
  const refuse = (...problems: RowProblem[]): Refusal => ({ item, problems: problems.slice(0, PROBLEMS_TOLD) });
  if (!slug) return refuse({ row, message: lines[0]?.name ? messages.noSlugInName : messages.noSlug });
  if (lines.length > LINES_MAX) return refuse({ row, message: messages.tooManyLines });
  const now = around.products.get(slug);
  if (!now && around.addresses.has(slug)) return refuse({ row, message: messages.slugOfOther });

  const told = draftIn(lines, columns, now);
  if ('problems' in told) return refuse(...told.problems);
  const rows = told.rowsOfVariants;
  const rowOf = (path: PropertyKey[]) => (path[0] === 'variants' && rows[Number(path[1])]) || row;
  const draft = ProductDraft.safeParse(told.draft);
  if (!draft.success)
    return refuse(...unlikeOthers(draft.error.issues.map(({ path, message }) => ({ row: rowOf(path), message }))));

  const { category, brand } = draft.data;
  const [categoryId, brandId] = [around.categories.get(category), around.brands.get(brand)];
  if (!categoryId) return refuse({ row, message: messages.unknownCategory(category) });
  if (!brandId) return refuse({ row, message: messages.unknownBrand(brand) });
  try {
    const goods = settled(wanted(draft.data, slug, now && goodsOf(now)), around.former.get(now?.id ?? '') ?? []);
    if (!mayOpenStock && opensStock(goods)) return refuse({ row, message: messages.noOpeningStock });
    return { item, goods, labels: { categoryId, brandId }, now, rows };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const found = error.details.errors ?? [{ field: '', message: error.message }];
    return refuse(...found.map(({ field, message }) => ({ row: rowOf(field.split('.')), message })));
  }
}

const unlikeOthers = (problems: RowProblem[]) => [
  ...new Map(problems.map((problem) => [`${problem.row} ${problem.message}`, problem])).values(),
];

/** Only what was never there gets pieces: those of a variant there is, or was, are not for an import to write. */
function settled(goods: Goods, former: Former[]): Goods {
  const { variants } = comingBack(goods.variants, former);
  return { ...goods, variants: variants.map(({ quantity, ...one }) => (one.id ? one : { ...one, quantity })) };
}

export const opensStock = ({ variants }: Goods) => variants.some(({ quantity = 0 }) => quantity > 0);

/** Whether the shop is already as the file says. */
export const changesNothing = ({ goods, now }: Wish) => now !== undefined && !difference(goodsOf(now), goods);

/** Whether variants come, go or change. */
export const changesShelf = ({ goods, now }: Wish) =>
  now === undefined || 'variants' in (difference(goodsOf(now), goods)?.after ?? {});

/** SKUs that another variant of the shop has, or that stand in the product twice. */
export function clashesOf({ item, goods, rows }: Wish, owners: ReadonlyMap<string, string>): RowProblem[] {
  const seen = new Map<string, number>();
  return goods.variants.flatMap(({ id, sku }, place) => {
    const row = rows[place] ?? item.row;
    const [owner, above] = [owners.get(sku), seen.get(sku)];
    seen.set(sku, row);
    if (above !== undefined) return [{ row, message: messages.skuTwice(sku, above) }];
    return owner !== undefined && owner !== id ? [{ row, message: messages.skuTaken(sku) }] : [];
  });
}

/** Where in the file a slug or a SKU stands that is there more than once: first of all. */
export type Twice = { slugs: ReadonlyMap<string, number>; skus: ReadonlyMap<string, number> };

/** What of a product stands further above in the file, in another product. */
export function repetitionsOf({ row, slug, lines }: Item, twice: Twice): RowProblem[] {
  const above = twice.slugs.get(slug);
  if (above !== undefined && above < row) return [{ row, message: messages.slugTwice(above) }];
  return lines.flatMap((line) => {
    const first = twice.skus.get(line.sku?.trim() ?? '');
    return first !== undefined && first < row
      ? [{ row: line.row, message: messages.skuTwice(line.sku?.trim() ?? '', first) }]
      : [];
  });
}
