import { type AdminProduct, ProductDraft } from '@shop/contracts/catalog/admin-schema';
import { productImportMessages as messages } from '@shop/contracts/catalog/import-messages';
import type { ProductColumn } from '@shop/contracts/catalog/import-schema';
import {
  type ArchivedVariant,
  applyDraft,
  type ProductSnapshot,
  restoreArchivedVariants,
  snapshotOf,
} from '#catalog/products/edit-rules.ts';
import { changesOf } from '#platform/changes.ts';
import { DomainError } from '#platform/errors.ts';
import { type Line, parseDraft, type RowProblem } from './csv-rules.ts';

export const LINES_MAX = 100;
/** Errors reported per product; the next check reports the others. */
const PROBLEMS_SHOWN = 50;

/** A product of the file. */
export type Item = { row: number; slug: string; lines: Line[]; productId: string | null; version: number | null };

/** Catalog data that a batch of items is validated against. */
export type ImportContext = {
  /** By current slug. */
  products: ReadonlyMap<string, AdminProduct>;
  /** Current and previous slugs of products. */
  knownSlugs: ReadonlySet<string>;
  /** By product id. */
  archivedVariants: ReadonlyMap<string, ArchivedVariant[]>;
  categories: ReadonlyMap<string, string>;
  brands: ReadonlyMap<string, string>;
};

export type ImportPlan = {
  item: Item;
  snapshot: ProductSnapshot;
  labels: { categoryId: string; brandId: string };
  /** The existing product, if there is one. */
  current?: AdminProduct;
  /** The row of each variant. */
  rows: number[];
};
export type RejectedItem = { item: Item; problems: RowProblem[] };

/** The planned change of one item, or its errors. */
export function planItem(
  item: Item,
  columns: ProductColumn[],
  canOpenStock: boolean,
  context: ImportContext,
): ImportPlan | RejectedItem {
  const { row, slug, lines } = item;
  const reject = (...problems: RowProblem[]): RejectedItem => ({ item, problems: problems.slice(0, PROBLEMS_SHOWN) });
  if (!slug) return reject({ row, message: lines[0]?.name ? messages.noSlugInName : messages.noSlug });
  if (lines.length > LINES_MAX) return reject({ row, message: messages.tooManyVariants });
  const current = context.products.get(slug);
  if (!current && context.knownSlugs.has(slug)) return reject({ row, message: messages.slugOfOther });

  const parsed = parseDraft(lines, columns, current);
  const rows = parsed.variantRows;
  const rowOf = (path: PropertyKey[]) => (path[0] === 'variants' && rows[Number(path[1])]) || row;
  const draft = ProductDraft.safeParse(parsed.draft);
  const issues = (draft.error?.issues ?? []).filter(({ path }) => !path.some((key) => parsed.unreadable.has(key)));
  const [category, brand] = [parsed.draft.category.trim(), parsed.draft.brand.trim()];
  const [categoryId, brandId] = [context.categories.get(category), context.brands.get(brand)];
  // All errors at once, so that a file is corrected in one go. An empty name is one of the issues.
  const problems = [
    ...parsed.problems,
    ...issues.map(({ path, message }) => ({ row: rowOf(path), message })),
    ...(category && !categoryId ? [{ row, message: messages.unknownCategory(category) }] : []),
    ...(brand && !brandId ? [{ row, message: messages.unknownBrand(brand) }] : []),
  ];
  if (problems.length > 0 || !draft.success || !categoryId || !brandId) return reject(...uniqueProblems(problems));
  try {
    const snapshot = matchExistingVariants(
      applyDraft(draft.data, slug, current && snapshotOf(current)),
      context.archivedVariants.get(current?.id ?? '') ?? [],
    );
    if (!canOpenStock && hasOpeningStock(snapshot)) return reject({ row, message: messages.noOpeningStock });
    return { item, snapshot, labels: { categoryId, brandId }, current, rows };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const found = error.details.errors ?? [{ field: '', message: error.message }];
    return reject(...found.map(({ field, message }) => ({ row: rowOf(field.split('.')), message })));
  }
}

const uniqueProblems = (problems: RowProblem[]) => [
  ...new Map(problems.map((problem) => [`${problem.row} ${problem.message}`, problem])).values(),
];

/** Only new variants get opening stock: an import never writes the stock of an existing or archived variant. */
function matchExistingVariants(snapshot: ProductSnapshot, archivedVariants: ArchivedVariant[]): ProductSnapshot {
  const { variants } = restoreArchivedVariants(snapshot.variants, archivedVariants);
  return { ...snapshot, variants: variants.map(({ quantity, ...one }) => (one.id ? one : { ...one, quantity })) };
}

export const hasOpeningStock = ({ variants }: ProductSnapshot) => variants.some(({ quantity = 0 }) => quantity > 0);

/** Whether the product already matches the file. */
export const isUnchanged = ({ snapshot, current }: ImportPlan) =>
  current !== undefined && !changesOf(snapshotOf(current), snapshot);

/** Whether variants are added, archived or changed. */
export const changesVariants = ({ snapshot, current }: ImportPlan) =>
  current === undefined || 'variants' in (changesOf(snapshotOf(current), snapshot)?.after ?? {});

/** SKUs that another variant already has, or that occur twice in the product. */
export function findSkuConflicts(
  { item, snapshot, rows }: ImportPlan,
  owners: ReadonlyMap<string, string>,
): RowProblem[] {
  const seen = new Map<string, number>();
  return snapshot.variants.flatMap(({ id, sku }, place) => {
    const row = rows[place] ?? item.row;
    const [owner, above] = [owners.get(sku), seen.get(sku)];
    seen.set(sku, row);
    if (above !== undefined) return [{ row, message: messages.skuTwice(sku, above) }];
    return owner !== undefined && owner !== id ? [{ row, message: messages.skuTaken(sku) }] : [];
  });
}

/** The first row of every slug and SKU that occurs in more than one product of the file. */
export type Duplicates = { slugs: ReadonlyMap<string, number>; skus: ReadonlyMap<string, number> };

/** The slug or SKUs of an item that an earlier item of the file has. */
export function findDuplicates({ row, slug, lines }: Item, duplicates: Duplicates): RowProblem[] {
  const above = duplicates.slugs.get(slug);
  if (above !== undefined && above < row) return [{ row, message: messages.slugTwice(above) }];
  return lines.flatMap((line) => {
    const first = duplicates.skus.get(line.sku?.trim() ?? '');
    return first !== undefined && first < row
      ? [{ row: line.row, message: messages.skuTwice(line.sku?.trim() ?? '', first) }]
      : [];
  });
}
