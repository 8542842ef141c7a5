import type { ImportState, ProductColumn } from '@shop/contracts/product-imports';
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '#db.ts';
import { staffName } from '#platform/staff-name.ts';
import type { Line, RowProblem } from './rules-csv.ts';
import type { ArchivedVariant } from './rules-edit.ts';
import type { Item } from './rules-import.ts';
import { brands, categories, productSlugs, stock, variants } from './schema.ts';
import { productImports } from './schema-imports.ts';

type Page<T> = { limit: number; after?: T };

export async function insertImport(db: Db, row: typeof productImports.$inferInsert) {
  const [created] = await db.insert(productImports).values(row).returning({ id: productImports.id });
  if (!created) throw new Error('The import was not stored.');
  return created.id;
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
  state: ImportState;
  who: string | null;
  createdAt: string;
  startedAt: string | null;
} & Record<'rows' | 'products' | 'bad' | 'same' | 'ready' | 'creates' | 'done' | 'refused' | 'undone' | 'kept', number>;

const IMPORT = sql`
  select i.id, i.file_name as "fileName", i.state, ${staffName('u')} as who, i.created_at as "createdAt", i.started_at as "startedAt",
         i.rows, i.products, i.bad, i.same, i.ready, i.creates, i.done, i.refused, i.undone, i.kept
    from product_imports i left join users u on u.id = i.created_by
   where i.state <> 'receiving'`;

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

/** The next items in this state. `done` items, which are to be undone, come last row first. */
export async function listItems(db: Db, importId: string, state: 'waiting' | 'ready' | 'done', limit: number) {
  const { rows } = await db.execute<Item>(sql`
    select row, slug, lines, product_id as "productId", version from product_import_items
     where import_id = ${importId} and state = ${state}
     order by row ${state === 'done' ? sql`desc` : sql``} limit ${limit}`);
  return rows;
}

/** The items of these rows that are still in this state. */
export async function listItemsByRow(tx: Db, importId: string, state: 'ready' | 'done', rowNumbers: number[]) {
  const { rows } = await tx.execute<Item>(sql`
    select row, slug, lines, product_id as "productId", version from product_import_items
     where import_id = ${importId} and row = any (${sql.param(rowNumbers)}::integer[]) and state = ${state} order by row`);
  return rows;
}

export type Mark = {
  row: number;
  state: 'bad' | 'same' | 'ready' | 'done' | 'refused' | 'undone' | 'kept';
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
         set state = m.state, problems = m.problems, product_id = coalesce(m.product_id, i.product_id),
             version = coalesce(m.version, i.version)
        from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb)
             as m (row integer, state text, problems jsonb, product_id uuid, version integer, opens boolean)
       where i.import_id = ${importId} and i.row = m.row
      returning i.state, i.product_id, m.opens),
    counted as (
      select count(*) filter (where state = 'bad') as bad, count(*) filter (where state = 'same') as same,
             count(*) filter (where state = 'ready') as ready,
             count(*) filter (where state = 'ready' and product_id is null) as creates,
             count(*) filter (where state = 'done') as done, count(*) filter (where state = 'refused') as refused,
             count(*) filter (where state = 'undone') as undone, count(*) filter (where state = 'kept') as kept,
             coalesce(bool_or(opens), false) as opens
        from marked)
    update product_imports p
       set bad = p.bad + n.bad, same = p.same + n.same, ready = p.ready + n.ready, creates = p.creates + n.creates,
           done = p.done + n.done, refused = p.refused + n.refused, undone = p.undone + n.undone, kept = p.kept + n.kept,
           opens_stock = p.opens_stock or n.opens
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

/** Deletes incomplete uploads, and a batch of items of imports that can no longer be undone. Returns the batch size. */
export async function deleteOldItems(db: Db, days: number, limit: number) {
  await db.execute(
    sql`delete from product_imports where state = 'receiving' and created_at < now() - interval '1 day'`,
  );
  const { rowCount } = await db.execute(sql`
    delete from product_import_items where (import_id, row) in (
      select i.import_id, i.row from product_imports p join product_import_items i on i.import_id = p.id
       where coalesce(p.started_at, p.created_at) < now() - make_interval(days => ${days})
         and p.state not in ('importing', 'undoing') limit ${limit})`);
  return rowCount ?? 0;
}
