import { randomBytes } from 'node:crypto';
import { toCents } from '@shop/contracts/common/money';
import type { Pool } from 'pg';

export type ProductOptions = {
  name: string;
  slug: string;
  description: string;
  price: number;
  salePrice: number;
  category: string;
  brand: string;
  tags: string[];
  /** Units of each variant: one number is a product without options. */
  quantities: number[];
  sellable: boolean;
  status: 'draft' | 'published' | 'archived';
  rating: number;
  createdAt: Date;
};

/** Inserts a product with defaults for all fields that the test does not set. */
export async function insertProduct(sql: Pool, product: Partial<ProductOptions>) {
  const slug = product.slug ?? `thing-${randomBytes(5).toString('hex')}`;
  const cents = (amount: number | undefined) => (amount ? toCents(amount) : null);
  const { rows } = await sql.query<{ id: string }>(
    `with category as (insert into categories (name, slug) values ($1, md5(random()::text)) on conflict (name) do update set name = $1 returning id),
          brand as (insert into brands (name, slug) values ($2, md5(random()::text)) on conflict (name) do update set name = $2 returning id)
     insert into products (category_id, brand_id, name, slug, description, price_cents, sale_price_cents, tags, sellable,
                           status, rating_halves, rating_count, created_at)
     select category.id, brand.id, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13 from category, brand
     returning id`,
    [
      product.category ?? 'Curiosities',
      product.brand ?? 'House of Tests',
      product.name ?? 'Thing',
      slug,
      product.description ?? 'A thing.',
      cents(product.price ?? 10),
      cents(product.salePrice),
      product.tags ?? [],
      product.sellable ?? true,
      product.status ?? 'published',
      // With 100 reviews, a rating with two decimals is exact.
      Math.round((product.rating ?? 0) * 200),
      product.rating ? 100 : 0,
      product.createdAt ?? new Date(),
    ],
  );
  const [stored] = rows;
  if (!stored) throw new Error('The product was not stored.');
  const { id } = stored;
  for (const [position, units] of (product.quantities ?? [1]).entries())
    await sql.query(
      `with variant as (insert into variants (product_id, sku, option_values, position)
                        values ($1, $2, $3, $4) returning id, product_id)
       insert into stock (variant_id, product_id, received, available) select id, product_id, $5, $5 from variant`,
      [id, `${slug}-${position}`, { Size: `${position}` }, position, units],
    );
  return { id, slug };
}
