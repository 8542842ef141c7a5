import type { ImportStatus, ProductColumn } from '@shop/contracts/catalog/import-schema';
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { ArchivedVariant } from '#catalog/admin/edit-rules.ts';
import { brands, categories, productSlugs, variants } from '#catalog/schema.ts';
import { stock } from '#inventory/schema.ts';
import type { Db } from '#platform/database/db.ts';
import { staffName } from '#platform/database/staff-name.ts';
import { deleteInPortions, endOfRetention, PORTION } from '#platform/retention.ts';
import type { Line, RowProblem } from './csv-rules.ts';
import type { Item } from './rules.ts';
import { productImports } from './schema.ts';

type Page<T> = { limit: number; after?: T };

export type NewImport = typeof productImports.$inferInsert & { createdBy: string };

export async function insertImport(db: Db, row: NewImport) {
  const [created] = await db.insert(productImports).values(row).returning({ id: productImports.id });
  if (!created) throw new Error('The import was not stored.');
  return created.id;
}

/**
 * Whether the user is uploading another file. Two uploads that begin at once wait for each other. After a crash of the API
 * its row stays for a day, and counts as long as an upload may take.
 */
export async function isReceiving(tx: Db, userId: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('product import:' || ${userId}::text, 0))`);
  const { rowCount } = await tx.execute(sql`
    select from product_imports
     where created_by = ${userId} and status = 'receiving' and created_at > now() - interval '5 minutes' limit 1`);
  return Boolean(rowCount);
}

export const updateImport = (tx: Db, id: string, change: Partial<typeof productImports.$inferInsert>) =>
  tx.update(productImports).set(change).where(eq(productImports.id, id));

export const deleteImport = (tx: Db, id: string) => tx.delete(productImports).where(eq(productImports.id, id));

/** Row lock until the transaction ends: one worker at a time, and a stop request waits for the current batch. */
export async function lockImport(tx: Db, id: string) {
  const [row] = await tx.select().from(productImports).where(eq(productImports.id, id)).for('no key update');
  return row && { ...row, columns: row.columns as ProductColumn[] };
}

type ImportRow = {
  id: string;
  fileName: string;
  status: ImportStatus;
  who: string | null;
  createdAt: string;
  startedAt: string | null;
  lostPermission: string | null;
} & Record<
  | 'rows'
  | 'products'
  | 'invalid'
  | 'unchanged'
  | 'ready'
  | 'newProducts'
  | 'imported'
  | 'rejected'
  | 'undone'
  | 'undoSkipped',
  number
>;

const IMPORT = sql`
  select i.id, i.file_name as "fileName", i.status, ${staffName('u')} as who, i.created_at as "createdAt", i.started_at as "startedAt",
         i.rows, i.products, i.invalid, i.unchanged, i.ready, i.new_products as "newProducts", i.imported, i.rejected,
         i.undone, i.undo_skipped as "undoSkipped",
         case when i.lost_permission then ${staffName('s')} end as "lostPermission"
    from product_imports i left join users u on u.id = i.created_by left join users s on s.id = i.started_by
   where i.status <> 'receiving'`;

export async function listImports(db: Db, { limit, after }: Page<string>) {
  const { rows } = await db.execute<ImportRow>(
    sql`${IMPORT} and ${after ? sql`i.id < ${after}` : sql`true`} order by i.id desc limit ${limit}`,
  );
  return rows;
}

export async function findImport(db: Db, id: string) {
  const { rows } = await db.execute<ImportRow>(sql`${IMPORT} and i.id = ${id}`);
  return rows[0];
}

export type NewItem = { row: number; slug: string; skus: string[]; lines: Line[] };

export const insertItems = (db: Db, importId: string, items: NewItem[]) =>
  db.execute(sql`
    insert into product_import_items (import_id, row, slug, skus, lines)
    select ${importId}, row, slug, array(select jsonb_array_elements_text(skus)), lines
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as item (row integer, slug text, skus jsonb, lines jsonb)`);

/** The next items with this status. `imported` items, which are to be undone, come last row first. */
export async function listItems(db: Db, importId: string, status: 'pending' | 'ready' | 'imported', limit: number) {
  const { rows } = await db.execute<Item>(sql`
    select row, slug, lines, product_id as "productId", version from product_import_items
     where import_id = ${importId} and status = ${status}
     order by row ${status === 'imported' ? sql`desc` : sql``} limit ${limit}`);
  return rows;
}

/** Of an import: new products, and those that existed before. The check stores a version only for the latter. */
export async function countItems(db: Db, importId: string, status: 'ready' | 'imported') {
  const { rows } = await db.execute<{ added: number; changed: number }>(sql`
    select count(*) filter (where version is null)::int as added, count(version)::int as changed
      from product_import_items where import_id = ${importId} and status = ${status}`);
  return rows[0] ?? { added: 0, changed: 0 };
}

/** The items of these rows that still have this status. */
export async function listItemsByRow(tx: Db, importId: string, status: 'ready' | 'imported', rowNumbers: number[]) {
  const { rows } = await tx.execute<Item>(sql`
    select row, slug, lines, product_id as "productId", version from product_import_items
     where import_id = ${importId} and row = any (${sql.param(rowNumbers)}::integer[]) and status = ${status} order by row`);
  return rows;
}

export type Mark = {
  row: number;
  status: 'invalid' | 'unchanged' | 'ready' | 'imported' | 'rejected' | 'undone' | 'undo_skipped';
  problems?: RowProblem[];
  product_id?: string;
  version?: number;
  opens?: boolean;
};

/** Stores the results of items and adds them to the counters of the import. */
export const markItems = (tx: Db, importId: string, marks: Mark[]) =>
  tx.execute(sql`
    with marked as (
      update product_import_items i
         set status = m.status, problems = m.problems, product_id = coalesce(m.product_id, i.product_id),
             version = coalesce(m.version, i.version)
        from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb)
             as m (row integer, status text, problems jsonb, product_id uuid, version integer, opens boolean)
       where i.import_id = ${importId} and i.row = m.row
      returning i.status, i.product_id, m.opens),
    counted as (
      select count(*) filter (where status = 'invalid') as invalid,
             count(*) filter (where status = 'unchanged') as unchanged,
             count(*) filter (where status = 'ready') as ready,
             count(*) filter (where status = 'ready' and product_id is null) as new_products,
             count(*) filter (where status = 'imported') as imported,
             count(*) filter (where status = 'rejected') as rejected,
             count(*) filter (where status = 'undone') as undone,
             count(*) filter (where status = 'undo_skipped') as undo_skipped,
             coalesce(bool_or(opens), false) as opens
        from marked)
    update product_imports p
       set invalid = p.invalid + n.invalid, unchanged = p.unchanged + n.unchanged, ready = p.ready + n.ready,
           new_products = p.new_products + n.new_products, imported = p.imported + n.imported,
           rejected = p.rejected + n.rejected, undone = p.undone + n.undone,
           undo_skipped = p.undo_skipped + n.undo_skipped, sets_opening_stock = p.sets_opening_stock or n.opens
      from counted n where p.id = ${importId}`);

type RowErrors = { row: number; slug: string; problems: RowProblem[] };

export async function listRowErrors(db: Db, importId: string, { limit, after = 0 }: Page<number>) {
  const { rows } = await db.execute<RowErrors>(sql`
    select row, slug, problems from product_import_items
     where import_id = ${importId} and problems is not null and row > ${after} order by row limit ${limit}`);
  return rows;
}

/** The slugs and SKUs that occur in more than one product of the file, with their first row. */
export async function listDuplicates(db: Db, importId: string) {
  const { rows } = await db.execute<{ kind: 'slug' | 'sku'; text: string; row: number }>(sql`
    select 'slug' as kind, slug as text, min(row) as row from product_import_items
     where import_id = ${importId} and slug <> '' group by slug having count(*) > 1
    union all
    select 'sku', sku, min(row) from product_import_items, unnest(skus) sku
     where import_id = ${importId} group by sku having count(distinct row) > 1`);
  const byKind = (expectedKind: string) =>
    new Map(rows.filter(({ kind }) => kind === expectedKind).map(({ text, row }) => [text, row] as const));
  return { slugs: byKind('slug'), skus: byKind('sku') };
}

/** Which of these slugs a product has or once had. */
export async function listKnownSlugs(db: Db, slugs: string[]) {
  const rows = await db.select({ slug: productSlugs.slug }).from(productSlugs).where(inArray(productSlugs.slug, slugs));
  return new Set(rows.map(({ slug }) => slug));
}

/** The ids of all categories and brands, by name. */
export async function listLabels(db: Db) {
  const [ofCategories, ofBrands] = [
    await db.select({ id: categories.id, name: categories.name }).from(categories),
    await db.select({ id: brands.id, name: brands.name }).from(brands),
  ];
  const byName = (rows: { id: string; name: string }[]) => new Map(rows.map(({ id, name }) => [name, id]));
  return { categories: byName(ofCategories), brands: byName(ofBrands) };
}

/** The archived variants of these products, by product id. */
export async function listArchivedVariantsByProduct(db: Db, productIds: string[]) {
  const rows = await db
    .select({
      productId: variants.productId,
      id: variants.id,
      options: variants.optionValues,
      available: stock.available,
    })
    .from(variants)
    .innerJoin(stock, eq(stock.variantId, variants.id))
    .where(and(inArray(variants.productId, productIds), isNotNull(variants.archivedAt)))
    .orderBy(sql`${variants.archivedAt} desc`);
  const archived = new Map<string, ArchivedVariant[]>();
  for (const { productId, ...one } of rows) archived.set(productId, [...(archived.get(productId) ?? []), one]);
  return archived;
}

/** The ids of the variants with these SKUs, by SKU. */
export async function listSkuOwners(db: Db, skus: string[]) {
  const rows = await db
    .select({ id: variants.id, sku: variants.sku })
    .from(variants)
    .where(inArray(variants.sku, skus));
  return new Map(rows.map(({ id, sku }) => [sku, id]));
}

/** The id of the audit entry for what an import did to a product. */
export async function findImportChange(db: Db, importId: string, productId: string) {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from audit_log
     where entity = 'product' and entity_id = ${productId} and after ->> 'import' = ${importId}
       and action in ('product.create', 'product.update') order by id desc limit 1`);
  return rows[0]?.id;
}

/** Deletes incomplete uploads, and items of imports that can no longer be undone. */
export async function deleteOldItems(db: Db) {
  await db.execute(
    sql`delete from product_imports where status = 'receiving' and created_at < now() - interval '1 day'`,
  );
  await deleteInPortions(() =>
    db.execute(sql`
      delete from product_import_items where (import_id, row) in (
        select i.import_id, i.row from product_imports p join product_import_items i on i.import_id = p.id
         where coalesce(p.started_at, p.created_at) < ${endOfRetention('importItems')}
           and p.status not in ('importing', 'undoing') limit ${PORTION})`),
  );
}
