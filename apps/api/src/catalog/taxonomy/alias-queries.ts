import type { TaxonomyKind } from '@shop/contracts/catalog/constants';
import { eq, type SQL, sql } from 'drizzle-orm';
import { brands, categories } from '#catalog/schema.ts';
import { type Db, PREPARED } from '#platform/database/db.ts';

/** The id of the category with this name; if there is none, of the one that had it before. */
export const categoryIdOf = (name: string | null) => sql`
  coalesce((select id from categories where name = ${name}),
           (select category_id from taxonomy_redirects where kind = 'category' and alias = ${name}))`;

/** The same for a brand. */
export const brandIdOf = (name: string | null) => sql`
  coalesce((select id from brands where name = ${name}),
           (select brand_id from taxonomy_redirects where kind = 'brand' and alias = ${name}))`;

/** By name, slug, or a previous name or slug, in this order. */
export const findCategory = async (db: Db, address: string) => {
  const id = await findId(
    db,
    sql`select coalesce((select id from categories where name = ${address}),
                        (select id from categories where slug = ${address}), ${categoryIdOf(address)}) as id`,
  );
  const [category] = id ? await db.select().from(categories).where(eq(categories.id, id)) : [];
  return category;
};

export const findBrand = async (db: Db, address: string) => {
  const id = await findId(
    db,
    sql`select coalesce((select id from brands where name = ${address}),
                        (select id from brands where slug = ${address}), ${brandIdOf(address)}) as id`,
  );
  const [brand] = id ? await db.select().from(brands).where(eq(brands.id, id)) : [];
  return brand;
};

async function findId(db: Db, statement: SQL) {
  const { rows } = await db.execute<{ id: string | null }>(sql`${PREPARED} ${statement}`);
  return rows[0]?.id ?? undefined;
}

const TARGET: Record<TaxonomyKind, SQL> = { category: sql`category_id`, brand: sql`brand_id` };

/** Previous names and slugs lead to this row. */
export const insertAliases = (tx: Db, kind: TaxonomyKind, id: string, aliases: string[]) =>
  tx.execute(sql`
    insert into taxonomy_redirects (kind, alias, ${TARGET[kind]})
    select ${kind}, alias, ${id}::uuid from unnest(${sql.param([...new Set(aliases)])}::text[]) alias
        on conflict (kind, alias) do update set ${TARGET[kind]} = excluded.${TARGET[kind]}, former_id = null`);

/** A name or slug that is in use again redirects no longer. */
export const deleteAliases = (tx: Db, kind: TaxonomyKind, aliases: string[]) =>
  tx.execute(sql`
    delete from taxonomy_redirects where kind = ${kind} and alias = any (${sql.param(aliases)}::text[])`);

type Merged = { id: string; name: string; slug: string; into: string };

/** After a merge: the aliases of the merged row, its slug and its name lead to the other one. */
export async function moveAliases(tx: Db, kind: TaxonomyKind, { id, name, slug, into }: Merged) {
  await tx.execute(sql`update taxonomy_redirects set ${TARGET[kind]} = ${into} where ${TARGET[kind]} = ${id}`);
  await insertAliases(tx, kind, into, [name, slug]);
  await tx.execute(sql`update taxonomy_redirects set former_id = ${id} where kind = ${kind} and alias = ${name}`);
}
