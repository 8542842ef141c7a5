import { AdminVariant } from '@shop/contracts/catalog/admin-schema';
import { ImportStatus, PRODUCT_COLUMNS, type ProductColumn } from '@shop/contracts/catalog/import-schema';
import { recordOf } from '@shop/contracts/common/record-of';
import { z } from 'zod';
import type { ArchivedVariant } from '#catalog/products/edit-rules.ts';
import { staffName } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { bool, json, list, number, oneOf, orNull, type Row, text, timestamp, uuid } from '#platform/database/row.ts';
import { all, assignments, columnsOf, count, first, one, raw, rowsOf, sql, when } from '#platform/database/sql.ts';
import { deleteInPortions, endOfRetention, PORTION } from '#platform/retention.ts';
import type { Line, RowProblem } from './csv-rules.ts';

type Page<T> = { limit: number; after?: T };

const locked = {
  id: uuid,
  fileName: text,
  status: oneOf(ImportStatus.options),
  columns: list(oneOf(PRODUCT_COLUMNS)),
  canSetOpeningStock: bool,
  setsOpeningStock: bool,
  startedBy: orNull(uuid),
  requestId: orNull(text),
  ready: number,
  createdAt: timestamp,
  startedAt: orNull(timestamp),
};
export type LockedImport = Row<typeof locked>;

export type NewImport = {
  fileName: string;
  createdBy: string;
  startedBy: string;
  requestId?: string;
  canSetOpeningStock: boolean;
};

export const insertImport = (values: NewImport) =>
  one('imports.insert', { id: uuid })`insert into product_imports ${rowsOf([values])} returning id`;

/**
 * Whether the user is uploading another file. Two uploads that begin at once wait for each other. After a crash of the API
 * its row stays for a day, and counts as long as an upload may take.
 */
export async function isReceiving(tx: Db, userId: string) {
  await tx.run(
    count('imports.lockUploads')`
      select from pg_advisory_xact_lock(hashtextextended('product import:' || ${userId}::text, 0))`,
  );
  const receiving = await tx.run(
    count('imports.countReceiving')`
      select from product_imports
       where created_by = ${userId} and status = 'receiving' and created_at > now() - interval '5 minutes' limit 1`,
  );
  return receiving > 0;
}

type ImportChange = Partial<
  Pick<LockedImport, 'status' | 'startedAt' | 'startedBy'> & {
    columns: ProductColumn[];
    rows: number;
    products: number;
    requestId: string;
    lostPermission: boolean;
  }
>;

export const updateImport = (id: string, change: ImportChange) =>
  count('imports.update')`update product_imports set ${assignments(change)} where id = ${id}`;

export const deleteImport = (id: string) => count('imports.delete')`delete from product_imports where id = ${id}`;

/** Row lock until the transaction ends: one worker at a time, and a stop request waits for the current batch. */
export const lockImport = (id: string) =>
  first('imports.lock', locked)`
    select ${columnsOf(locked)} from product_imports where id = ${id} for no key update`;

const listed = {
  id: uuid,
  fileName: text,
  status: oneOf(ImportStatus.options),
  who: orNull(text),
  createdAt: timestamp,
  startedAt: orNull(timestamp),
  rows: number,
  products: number,
  invalid: number,
  unchanged: number,
  ready: number,
  newProducts: number,
  imported: number,
  rejected: number,
  undone: number,
  undoSkipped: number,
  lostPermission: orNull(text),
};
export type ImportRow = Row<typeof listed>;

const IMPORT = sql`
  select i.id, i.file_name, i.status, ${staffName('u')} as who, i.created_at, i.started_at,
         i.rows, i.products, i.invalid, i.unchanged, i.ready, i.new_products, i.imported, i.rejected,
         i.undone, i.undo_skipped, case when i.lost_permission then ${staffName('s')} end as lost_permission
    from product_imports i left join users u on u.id = i.created_by left join users s on s.id = i.started_by
   where i.status <> 'receiving'`;

export const listImports = ({ limit, after }: Page<string>) =>
  all('imports.list', listed)`
    ${IMPORT} ${when(after, sql`and i.id < ${after}`)} order by i.id desc limit ${limit}`;

export const findImport = (id: string) => first('imports.find', listed)`${IMPORT} and i.id = ${id}`;

export type NewItem = { row: number; slug: string; skus: string[]; lines: Line[] };

export const insertItems = (importId: string, items: NewItem[]) =>
  count('imports.insertItems')`
    insert into product_import_items (import_id, row, slug, skus, lines)
    select ${importId}, row, slug, array(select jsonb_array_elements_text(skus)), lines
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as item (row integer, slug text, skus jsonb, lines jsonb)`;

const line = z.object({
  row: z.number().int(),
  tooLong: z.array(z.enum(PRODUCT_COLUMNS)).optional(),
  ...recordOf(PRODUCT_COLUMNS, () => z.string().optional()),
});
const item = { row: number, slug: text, lines: json(z.array(line)), productId: orNull(uuid), version: orNull(number) };
const ITEM = columnsOf(item);

/** The next items with this status. `imported` items, which are to be undone, come last row first. */
export const listItems = (importId: string, status: 'pending' | 'ready' | 'imported', limit: number) =>
  all('imports.listItems', item)`
    select ${ITEM} from product_import_items
     where import_id = ${importId} and status = ${status}
     order by row ${when(status === 'imported', raw('desc'))} limit ${limit}`;

/** Of an import: new products, and those that existed before. The check stores a version only for the latter. */
export const countItems = (importId: string, status: 'ready' | 'imported') =>
  one('imports.countItems', { added: number, changed: number })`
    select count(*) filter (where version is null) as added, count(version) as changed
      from product_import_items where import_id = ${importId} and status = ${status}`;

/** The items of these rows that still have this status. */
export const listItemsByRow = (importId: string, status: 'ready' | 'imported', rowNumbers: number[]) =>
  all('imports.listItemsByRow', item)`
    select ${ITEM} from product_import_items
     where import_id = ${importId} and row = any (${rowNumbers}::integer[]) and status = ${status} order by row`;

export type Mark = {
  row: number;
  status: 'invalid' | 'unchanged' | 'ready' | 'imported' | 'rejected' | 'undone' | 'undo_skipped';
  problems?: RowProblem[];
  product_id?: string;
  version?: number;
  opens?: boolean;
};

/** Stores the results of items and adds them to the counters of the import. */
export const markItems = (importId: string, marks: Mark[]) =>
  count('imports.markItems')`
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
      from counted n where p.id = ${importId}`;

const rowErrors = {
  row: number,
  slug: text,
  problems: json(z.array(z.object({ row: z.number().int(), message: z.string() }))),
};
export type RowErrors = Row<typeof rowErrors>;

export const listRowErrors = (importId: string, { limit, after = 0 }: Page<number>) =>
  all('imports.listRowErrors', rowErrors)`
    select row, slug, problems from product_import_items
     where import_id = ${importId} and problems is not null and row > ${after} order by row limit ${limit}`;

/** The slugs and SKUs that occur in more than one product of the file, with their first row. */
export async function listDuplicates(db: Db, importId: string) {
  const rows = await db.run(
    all('imports.listDuplicates', { kind: oneOf(['slug', 'sku']), key: text, row: number })`
      select 'slug' as kind, slug as key, min(row) as row from product_import_items
       where import_id = ${importId} and slug <> '' group by slug having count(*) > 1
      union all
      select 'sku', sku, min(row) from product_import_items, unnest(skus) sku
       where import_id = ${importId} group by sku having count(distinct row) > 1`,
  );
  const byKind = (expectedKind: string) =>
    new Map(rows.filter(({ kind }) => kind === expectedKind).map(({ key, row }) => [key, row] as const));
  return { slugs: byKind('slug'), skus: byKind('sku') };
}

/** Which of these slugs a product has or once had. */
export async function listKnownSlugs(db: Db, slugs: string[]) {
  const rows = await db.run(
    all('imports.listKnownSlugs', { slug: text })`select slug from product_slugs where slug = any (${slugs}::text[])`,
  );
  return new Set(rows.map(({ slug }) => slug));
}

/** The ids of all categories and brands, by name. */
export async function listLabels(db: Db) {
  const label = { id: uuid, name: text };
  const [ofCategories, ofBrands] = [
    await db.run(all('imports.listCategories', label)`select id, name from categories`),
    await db.run(all('imports.listBrands', label)`select id, name from brands`),
  ];
  const byName = (rows: { id: string; name: string }[]) => new Map(rows.map(({ id, name }) => [name, id]));
  return { categories: byName(ofCategories), brands: byName(ofBrands) };
}

/** The archived variants of these products, by product id. */
export async function listArchivedVariantsByProduct(db: Db, productIds: string[]) {
  const variant = { productId: uuid, id: uuid, options: json(AdminVariant.shape.options), available: number };
  const rows = await db.run(
    all('imports.listArchivedVariants', variant)`
      select v.product_id, v.id, v.option_values as options, s.available
        from variants v join stock s on s.variant_id = v.id
       where v.product_id = any (${productIds}::uuid[]) and v.archived_at is not null order by v.archived_at desc`,
  );
  const archived = new Map<string, ArchivedVariant[]>();
  for (const { productId, ...one } of rows) archived.set(productId, [...(archived.get(productId) ?? []), one]);
  return archived;
}

/** The ids of the variants with these SKUs, by SKU. */
export async function listSkuOwners(db: Db, skus: string[]) {
  const rows = await db.run(
    all('imports.listSkuOwners', { id: uuid, sku: text })`
      select id, sku from variants where sku = any (${skus}::text[])`,
  );
  return new Map(rows.map(({ id, sku }) => [sku, id]));
}

/** The audit entry for what an import did to a product. */
export const findImportChange = (importId: string, productId: string) =>
  first('imports.findChange', { id: uuid })`
    select id from audit_log
     where entity = 'product' and entity_id = ${productId} and after ->> 'import' = ${importId}
       and action in ('product.create', 'product.update') order by id desc limit 1`;

/** Deletes incomplete uploads, and items of imports that can no longer be undone. */
export async function deleteOldItems(db: Db) {
  await db.run(
    count('imports.deleteIncomplete')`
      delete from product_imports where status = 'receiving' and created_at < now() - interval '1 day'`,
  );
  await deleteInPortions(() =>
    db.run(
      count('imports.deleteOldItems')`
        delete from product_import_items where (import_id, row) in (
          select i.import_id, i.row from product_imports p join product_import_items i on i.import_id = p.id
           where coalesce(p.started_at, p.created_at) < ${endOfRetention('importItems')}
             and p.status not in ('importing', 'undoing') limit ${PORTION})`,
    ),
  );
}
