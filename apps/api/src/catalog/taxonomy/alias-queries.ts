import type { TaxonomyKind } from '@shop/contracts/catalog/constants';
import type { Db } from '#platform/database/db.ts';
import { orNull, text, uuid } from '#platform/database/row.ts';
import { columnsOf, count, type Fragment, first, one, raw, sql } from '#platform/database/sql.ts';

/** The id of the category with this name; if there is none, of the one that had it before. */
export const categoryIdOf = (name: string | null) => sql`
  coalesce((select id from categories where name = ${name}),
           (select category_id from taxonomy_redirects where kind = 'category' and alias = ${name}))`;

/** The same for a brand. */
export const brandIdOf = (name: string | null) => sql`
  coalesce((select id from brands where name = ${name}),
           (select brand_id from taxonomy_redirects where kind = 'brand' and alias = ${name}))`;

const described = { description: text, seoTitle: text, seoDescription: text };
const category = { id: uuid, name: text, slug: text, image: orNull(text), imageAlt: text, ...described };
const brand = { id: uuid, name: text, slug: text, logo: orNull(text), logoAlt: text, ...described };
const found = { id: orNull(uuid) };

/** By name, slug, or a previous name or slug, in this order. */
export async function findCategory(db: Db, address: string) {
  const { id } = await db.run(
    one('taxonomy.findCategoryId', found, { prepare: true })`
      select coalesce((select id from categories where name = ${address}),
                      (select id from categories where slug = ${address}), ${categoryIdOf(address)}) as id`,
  );
  if (!id) return undefined;
  return db.run(
    first('taxonomy.findCategory', category)`select ${columnsOf(category)} from categories where id = ${id}`,
  );
}

export async function findBrand(db: Db, address: string) {
  const { id } = await db.run(
    one('taxonomy.findBrandId', found, { prepare: true })`
      select coalesce((select id from brands where name = ${address}),
                      (select id from brands where slug = ${address}), ${brandIdOf(address)}) as id`,
  );
  if (!id) return undefined;
  return db.run(first('taxonomy.findBrand', brand)`select ${columnsOf(brand)} from brands where id = ${id}`);
}

const TARGET: Record<TaxonomyKind, Fragment> = { category: raw('category_id'), brand: raw('brand_id') };

/** Previous names and slugs lead to this row. */
export const insertAliases = (kind: TaxonomyKind, id: string, aliases: string[]) =>
  count('taxonomy.insertAliases')`
    insert into taxonomy_redirects (kind, alias, ${TARGET[kind]})
    select ${kind}, alias, ${id}::uuid from unnest(${[...new Set(aliases)]}::text[]) alias
        on conflict (kind, alias) do update set ${TARGET[kind]} = excluded.${TARGET[kind]}, former_id = null`;

/** A name or slug that is in use again redirects no longer. */
export const deleteAliases = (kind: TaxonomyKind, aliases: string[]) =>
  count('taxonomy.deleteAliases')`
    delete from taxonomy_redirects where kind = ${kind} and alias = any (${aliases}::text[])`;

type Merged = { id: string; name: string; slug: string; into: string };

/** After a merge: the aliases of the merged row, its slug and its name lead to the other one. */
export async function moveAliases(tx: Db, kind: TaxonomyKind, { id, name, slug, into }: Merged) {
  await tx.run(
    count('taxonomy.moveAliases')`
      update taxonomy_redirects set ${TARGET[kind]} = ${into} where ${TARGET[kind]} = ${id}`,
  );
  await tx.run(insertAliases(kind, into, [name, slug]));
  await tx.run(
    count('taxonomy.updateFormerId')`
      update taxonomy_redirects set former_id = ${id} where kind = ${kind} and alias = ${name}`,
  );
}
