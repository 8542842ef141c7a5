import { ProductStatus, type StockLevel } from '@shop/contracts/catalog/admin-schema';
import { escapeLike } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { bool, cents, number, oneOf, orNull, text, uuid } from '#platform/database/row.ts';
import { all, and, type Fragment, one, sql, when } from '#platform/database/sql.ts';

/** `readMax` limits the rows whose name and stock are checked, in each index range. */
type Page = { limit: number; after?: string; readMax?: number };
export type CountLimits = { limit: number; readMax: number };
type ProductScope = { states: ProductStatus[]; categoryId?: string; brandId?: string };
export type ResolvedFilter = ProductScope & {
  /** These products, or all that have all these words in their names. */
  among?: { ids: string[] } | { words: string[] };
  stock?: StockLevel;
};

const hasVariant = (from: Fragment, where: Fragment) => sql`
  coalesce((select true from ${from} s join variants v on v.id = s.variant_id
             where s.product_id = found.id and v.archived_at is null and ${where} limit 1), false)`;
const isSellableAnd = (where: Fragment) => sql`(select sellable and ${where} from products where id = found.id)`;
const HAS_STOCK = hasVariant(sql`stock`, sql`s.available > 0`);
/** Stock condition on a sellable product `found`. */
const STOCK_CONDITION: Record<StockLevel, Fragment> = {
  in: HAS_STOCK,
  low: hasVariant(sql`low_stock`, sql`true`),
  out: sql`not ${HAS_STOCK}`,
};

/** The stock filter as a condition on any product `found`. */
export const matchesStock = (stock: StockLevel) =>
  stock === 'out' ? sql`not ${isSellableAnd(HAS_STOCK)}` : isSellableAnd(STOCK_CONDITION[stock]);

/** Ids of products: the newest of each index range that is scanned, at least a full page if there are that many. */
function candidateIds(filter: ResolvedFilter, page: Page): Fragment {
  const { stock } = filter;
  if (!stock) return scanByStatus(filter, page);
  const sellableIds =
    stock !== 'in' && isBroadFilter(filter)
      ? scanLowStock(filter, page, STOCK_CONDITION[stock])
      : scanByStatus(filter, page, sql`${isSellableAnd(sql`true`)} and ${STOCK_CONDITION[stock]}`);
  return stock === 'out'
    ? sql`${sellableIds} union all ${scanByStatus(filter, page, undefined, sql`not sellable`)}`
    : sellableIds;
}

/** Broad enough that a scan of low_stock fills a page quickly. */
const isBroadFilter = ({ states, brandId, among }: ResolvedFilter) =>
  states.includes('published') && !brandId && !(among && 'ids' in among);

/** Each status is one range of an index, scanned backwards. */
function scanByStatus(filter: ResolvedFilter, page: Page, stockCondition?: Fragment, extraCondition = sql`true`) {
  const { among } = filter;
  const where = sql`${conditions(filter, page)} and ${extraCondition}`;
  if (among && 'ids' in among)
    return limitTo(
      sql`select id from products where id = any (${among.ids}::uuid[])
             and status = any (${filter.states}::text[]) and ${where} order by id desc`,
      page,
      stockCondition,
    );
  const ids = sql`select id from products where status = state and ${where} order by id desc`;
  const condition = among
    ? sql`${candidateNameMatches(among.words)} and ${stockCondition ?? sql`true`}`
    : stockCondition;
  return sql`(select p.id from unnest(${filter.states}::text[]) state, lateral ${limitTo(ids, page, condition)} p)`;
}

/** Names are checked one by one until the page is full: otherwise the planner collects all matches first. */
export const candidateNameMatches = (words: string[]) =>
  sql`(select ${nameMatches(words)} from products where id = found.id)`;

/** Every product with low or no stock has a row in low_stock: nothing else needs to be scanned. */
function scanLowStock(filter: ResolvedFilter, page: Page, stockCondition: Fragment) {
  const { among, states } = filter;
  const where = sql`status = any (${states}::text[]) and ${conditions(filter, page)}
                    and ${among && 'words' in among ? nameMatches(among.words) : sql`true`}`;
  const from = when(page.after, sql`where product_id < ${page.after}::uuid`);
  const ids = sql`select distinct product_id as id from low_stock ${from} order by product_id desc`;
  return limitTo(ids, page, sql`${isSellableAnd(where)} and ${stockCondition}`);
}

/** `offset 0` prevents a join, and so does a limit: stock is checked product by product until the page is full. */
const limitTo = (ids: Fragment, { limit, readMax }: Page, stockCondition?: Fragment) =>
  stockCondition
    ? sql`(select id from (${ids} ${readMax === undefined ? sql`offset 0` : sql`limit ${readMax}`}) found
            where ${stockCondition} order by id desc limit ${limit})`
    : sql`(${ids} limit ${limit})`;

export const conditions = ({ categoryId, brandId }: ResolvedFilter, { after }: Pick<Page, 'after'>) =>
  and(
    when(categoryId, sql`category_id = ${categoryId}`),
    when(brandId, sql`brand_id = ${brandId}`),
    when(after, sql`id < ${after}::uuid`),
  );

const nameMatches = (words: string[]) => and(...patternsOf(words).map(nameLike));
/** The same as `searchable(name)`. Most names are ASCII and skip that call, which costs more than all the rest. */
const NAME = sql`case when octet_length(name) = length(name) then lower(name) else searchable(name) end`;
const nameLike = (pattern: string) => sql`${NAME} like searchable(${pattern})`;
const patternsOf = (words: string[]) => words.map((word) => `%${escapeLike(word)}%`);

/** Available units of all variants. */
export const quantityOf = (productId: Fragment) => sql`
  (select coalesce(sum(k.available), 0) from stock k join variants v on v.id = k.variant_id
    where k.product_id = ${productId} and v.archived_at is null)`;

/** Keyset pagination, newest first: reads few rows, however large the catalog is. */
export const listSummaries = (filter: ResolvedFilter, page: Page) =>
  selectSummaries(
    sql`(select id from (${candidateIds(filter, page)}) candidates order by id desc limit ${page.limit}) found`,
    sql`found.id desc`,
  );

const summary = {
  id: uuid,
  name: text,
  slug: text,
  brand: text,
  category: text,
  priceCents: cents,
  salePriceCents: orNull(cents),
  status: oneOf(ProductStatus.options),
  sellable: bool,
  quantity: number,
  image: orNull(text),
};

/** The rows of a page, whose ids are `found`. */
export const selectSummaries = (found: Fragment, order: Fragment) =>
  all('products.listSummaries', summary)`
    select p.id, p.name, p.slug, b.name as brand, c.name as category, p.price_cents,
           p.sale_price_cents, p.status, p.sellable, ${quantityOf(sql`p.id`)} as quantity,
           (select url from product_images where product_id = p.id order by position limit 1) as image
      from ${found}
      join products p on p.id = found.id
      join brands b on b.id = p.brand_id
      join categories c on c.id = p.category_id
     order by ${order}`;

export async function listIds(db: Db, filter: ResolvedFilter, page: Page) {
  const rows = await db.run(
    all('products.listIds', { id: uuid })`
      select id from (${candidateIds(filter, page)}) candidates order by id desc limit ${page.limit}`,
  );
  return rows.map(({ id }) => id);
}

/** Up to `limit`; null if more than `readMax` products would have to be checked, because few of them match. */
export async function countProducts(db: Db, filter: ResolvedFilter, { limit, readMax }: CountLimits) {
  const found = await countUpTo(db, candidateIds(filter, { limit, readMax }), limit);
  return found < limit && (await hasUncheckedProducts(db, filter, readMax)) ? null : found;
}

/** Whether the filter leaves more than `readMax` products whose name or stock has to be checked one by one. */
export async function hasUncheckedProducts(db: Db, filter: ResolvedFilter, readMax: number) {
  const { among, stock, ...scope } = filter;
  if ((among && 'ids' in among) || (!among && !stock)) return false;
  const isInLowStock = stock !== undefined && stock !== 'in' && isBroadFilter(filter);
  const checked = isInLowStock
    ? sql`select distinct product_id as id from low_stock`
    : scanByStatus(scope, { limit: readMax + 1 });
  return (await countUpTo(db, checked, readMax + 1)) > readMax;
}

async function countUpTo(db: Db, ids: Fragment, limit: number) {
  const { count } = await db.run(
    one('products.countUpTo', { count: number })`
      select count(*) from (select id from (${ids}) found limit ${limit}) counted`,
  );
  return count;
}

/** Products of the scope with all these words in their names, or any with a SKU that starts with `typed`. */
export async function listIdsByName(db: Db, scope: ProductScope, words: string[], typed: string, limit: number) {
  const { states, categoryId = null, brandId = null } = scope;
  const rows = await db.run(
    all('products.listIdsByName', { id: uuid })`
      select id from find_product_ids(${patternsOf(words)}::text[], ${states}::text[],
                                    ${categoryId}::uuid, ${brandId}::uuid, ${limit}) id
      union
      (select product_id from variants where upper(sku) like ${`${escapeLike(typed.toUpperCase())}%`} limit 200)`,
  );
  return rows.map(({ id }) => id);
}
