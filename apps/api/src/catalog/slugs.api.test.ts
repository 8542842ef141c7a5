import { expect, test } from 'vitest';
import { createTestStore } from '#test/test-store.ts';

const { aProduct, sql } = await createTestStore();

const insertMany = `
  insert into products (category_id, brand_id, name, slug, description, price_cents)
  select (select id from categories limit 1), (select id from brands limit 1), 'Bead', 'bead-' || i, 'A bead.', 100
    from generate_series(1, 300) i`;

test('many products are inserted without a scan of the slugs', async () => {
  const client = await sql.connect();
  try {
    // As autovacuum does in a small store, where a scan is the cheapest way to look up a slug.
    await client.query('analyze product_slugs');
    await client.query('begin');
    await client.query(insertMany);
    const { rows } = await client.query(
      `select n_tup_ins as slugs, seq_tup_read as scanned from pg_stat_xact_user_tables where relname = 'product_slugs'`,
    );

    expect(rows).toEqual([{ slugs: '300', scanned: '0' }]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('a slug that another product has had cannot be taken, and a product can take its own again', async () => {
  const [first, second] = [await aProduct(), await aProduct()];
  const rename = (id: string, slug: string) => sql.query('update products set slug = $2 where id = $1', [id, slug]);
  await rename(first.id, 'renamed');

  await expect(rename(second.id, first.slug)).rejects.toThrow(/belongs to another product/);
  await rename(first.id, first.slug);

  const { rows } = await sql.query('select slug from product_slugs where product_id = $1 order by slug', [first.id]);
  expect(rows.map(({ slug }) => slug)).toEqual([first.slug, 'renamed'].toSorted());
});
