import { SUGGESTION_MAX } from '@shop/contracts/catalog/constants';
import { Brand, Category, Product, ProductDetail, Review } from '@shop/contracts/catalog/schema';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestStore } from '#test/test-store.ts';

const { guest, aProduct, aShopper, sql } = await createTestStore();

async function detail(slug: string) {
  const response = await guest.get(`/api/products/${slug}`);
  expect(response.statusCode, response.body).toBe(200);
  return ProductDetail.parse(response.json());
}

describe('a product', () => {
  test('ENT-008 ENT-010 has all public fields and no other', async () => {
    const ring = await detail('aurora-solitaire-ring');

    expect(ring).toMatchObject({
      name: 'Aurora Solitaire Ring',
      price: 189,
      salePrice: 149,
      category: 'Jewelry',
      inStock: true,
      specifications: { Material: expect.any(String) },
    });
    expect(ring.images.length).toBeGreaterThan(0);
    expect(ring.imageAlts).toHaveLength(ring.images.length);
    expect(Object.keys(ring).sort()).toEqual(Object.keys(ProductDetail.shape).sort());
  });

  test('API-026 has amounts as numbers of dollars with two decimals', async () => {
    const { slug } = await aProduct({ price: 19.99, salePrice: 14.5 });

    const { body } = await guest.get(`/api/products/${slug}`);

    expect(body).toContain('"price":19.99,"salePrice":14.5,');
  });

  test('ENT-020 ENT-021 has variants with their own quantities, and their sum as quantity', async () => {
    const { slug } = await aProduct({ quantities: [3, 0, 4] });

    const product = await detail(slug);

    expect(product.quantity).toBe(7);
    expect(
      product.variants.map(({ sku, options, quantity, priceDifference }) => [sku, options, quantity, priceDifference]),
    ).toEqual([
      [`${slug}-0`, { Size: '0' }, 3, 0],
      [`${slug}-1`, { Size: '1' }, 0, 0],
      [`${slug}-2`, { Size: '2' }, 4, 0],
    ]);
  });

  test('ENT-021 does not count the units of an archived variant', async () => {
    const { slug } = await aProduct({ quantities: [3, 4] });
    await sql.query('update variants set archived_at = now() where sku = $1', [`${slug}-1`]);

    expect(await detail(slug)).toMatchObject({ quantity: 3, variants: [{ sku: `${slug}-0` }] });
  });

  test('ENT-022 is out of stock when switched off or without units', async () => {
    const off = await aProduct({ sellable: false, quantities: [5] });
    const gone = await aProduct({ quantities: [0] });

    expect(await detail(off.slug)).toMatchObject({ inStock: false, quantity: 5 });
    expect(await detail(gone.slug)).toMatchObject({ inStock: false, quantity: 0 });
  });

  test('ENT-011 ENT-012 shows its newest approved reviews, half stars included', async () => {
    const { id, slug } = await aProduct();
    const ada = await aShopper();
    await sql.query(
      `insert into reviews (product_id, user_id, user_name, rating_halves, comment, status, created_at)
       values ($1, $2, 'Ada Lovelace', 9, 'Bright.', 'approved', '2026-02-03T04:05:06Z'),
              ($1, null, 'Someone', 10, 'Not yet.', 'pending', now())`,
      [id, ada.id],
    );
    await sql.query(
      `insert into reviews (product_id, user_name, rating_halves, comment, status, created_at)
       select $1, 'Former customer', 8, 'Fine.', 'approved', timestamptz '2025-01-01' + i * interval '1 day' from generate_series(1, 12) i`,
      [id],
    );

    const { reviews } = await detail(slug);

    expect(reviews).toHaveLength(10);
    expect(reviews[0]).toEqual({
      id: expect.any(String),
      userId: null,
      userName: 'Ada Lovelace',
      rating: 4.5,
      comment: 'Bright.',
      verifiedBuyer: true,
      size: null,
      fit: null,
      photos: [],
      reply: null,
      helpfulCount: 0,
      createdAt: '2026-02-03T04:05:06.000Z',
    });
  });

  test('counts its approved reviews by stars, rounding halves up', async () => {
    const { id, slug } = await aProduct();
    const { rows } = await sql.query<{ id: string }>(
      `insert into reviews (product_id, user_name, rating_halves, comment, status)
       select $1, 'Someone', halves, 'Fine.', 'approved' from unnest(array[1, 2, 9, 10, 10]) halves returning id`,
      [id],
    );
    expect((await detail(slug)).ratingCounts).toEqual([2, 0, 0, 0, 3]);

    await sql.query("update reviews set status = 'rejected' where id = $1", [rows[0]?.id]);
    await sql.query('update reviews set rating_halves = 6 where id = $1', [rows[2]?.id]);
    await sql.query('delete from reviews where id = $1', [rows[3]?.id]);
    expect((await detail(slug)).ratingCounts).toEqual([1, 0, 1, 0, 1]);
  });

  test('ENT-011 lists all its approved reviews page by page, newest first', async () => {
    const { id, slug } = await aProduct();
    await sql.query(
      `insert into reviews (product_id, user_name, rating_halves, comment, status, created_at)
       select $1, 'Someone', 8, 'Number ' || i, case when i = 3 then 'pending' else 'approved' end,
              timestamptz '2026-01-01' + (i / 2) * interval '1 day'
         from generate_series(1, 23) i`,
      [id],
    );

    const pages: string[][] = [];
    let url: string | undefined = `/api/products/${slug}/reviews`;
    while (url) {
      const response = await guest.get(url);
      pages.push(
        z
          .array(Review)
          .parse(response.json())
          .map(({ comment }) => comment),
      );
      url = /<(.*)>/.exec(String(response.headers.link ?? ''))?.[1];
    }

    expect(pages.map((page) => page.length)).toEqual([10, 10, 2]);
    expect(new Set(pages.flat()).size).toBe(22);
    expect(pages.flat()).not.toContain('Number 3');
    expect(pages[0]?.slice(0, 2).sort()).toEqual(['Number 22', 'Number 23']);
    expect((await guest.get('/api/products/no-such-product/reviews')).statusCode).toBe(404);
    expect((await guest.get(`/api/products/${slug}/reviews?cursor=abc`)).statusCode).toBe(422);
  });

  test('pairs with published products only', async () => {
    const [dress, shoes, draft] = [await aProduct(), await aProduct(), await aProduct({ status: 'draft' })];
    await sql.query('insert into product_pairings (product_id, paired_id, position) values ($1, $2, 0), ($1, $3, 1)', [
      dress.id,
      shoes.id,
      draft.id,
    ]);

    expect((await detail(dress.slug)).pairsWith.map(({ slug }) => slug)).toEqual([shoes.slug]);
  });

  test('redirects from a previous slug to the current one', async () => {
    const { id, slug } = await aProduct({ slug: 'old-name' });
    await sql.query("update products set slug = 'new-name' where id = $1", [id]);

    const response = await guest.get(`/api/products/${slug}`);

    expect(response.statusCode).toBe(301);
    expect(response.headers.location).toBe('/api/products/new-name');
  });

  test('that is unknown or not published is not found', async () => {
    const { slug } = await aProduct({ status: 'draft' });

    for (const unknown of ['no-such-product', slug, 'a'.repeat(220)]) {
      const response = await guest.get(`/api/products/${unknown}`);
      expect(response.statusCode).toBe(404);
      expect(response.json()).toMatchObject({ code: 'product_not_found' });
    }
  });
});

describe('lists', () => {
  test('ENT-008 product cards come without reviews', async () => {
    const products = z.array(Product).parse((await guest.get('/api/products?q=ring')).json());

    expect(products.some(({ reviewCount }) => reviewCount > 0)).toBe(true);
    expect(products.every(({ reviews }) => reviews.length === 0)).toBe(true);
  });

  test('HOME-007 featured products are the four highest rated', async () => {
    const all = z.array(Product).parse((await guest.get('/api/products?sortBy=popular&limit=100')).json());
    const featured = z.array(Product).parse((await guest.get('/api/products/featured')).json());

    expect(featured).toHaveLength(4);
    const best = Math.max(...all.slice(4).map(({ ratings }) => ratings));
    for (const { ratings } of featured) expect(ratings).toBeGreaterThanOrEqual(best);
  });

  test('CONST-021 sample ratings range from 4 to 5', async () => {
    const rated = z.array(Product).parse((await guest.get('/api/products?rating=0.5&limit=100')).json());
    const ratings = rated.filter(({ brand }) => brand !== 'House of Tests').map((product) => product.ratings);

    expect(Math.min(...ratings)).toBe(4);
    expect(Math.max(...ratings)).toBeLessThanOrEqual(5);
  });

  test('API-010 ENT-005 ENT-006 categories have slug, image and description', async () => {
    const categories = z.array(Category).parse((await guest.get('/api/products/categories')).json());

    const names = categories.map(({ name }) => name);
    for (const name of ['Clothing', 'Jewelry', 'Home Decor', 'Accessories']) expect(names).toContain(name);
    expect(categories.find(({ name }) => name === 'Jewelry')).toEqual({
      id: expect.any(String),
      name: 'Jewelry',
      slug: 'jewelry',
      image: expect.stringMatching(/^\/media\//),
      imageAlt: '',
      description: expect.any(String),
      seoTitle: '',
      seoDescription: '',
    });
  });

  test('API-010 ENT-007 brands have slug, logo and description', async () => {
    const brands = z.array(Brand).parse((await guest.get('/api/products/brands')).json());

    expect(brands.find(({ name }) => name === 'Nocturne')).toEqual({
      id: expect.any(String),
      name: 'Nocturne',
      slug: 'nocturne',
      logo: expect.any(String),
      logoAlt: '',
      description: expect.any(String),
      seoTitle: '',
      seoDescription: '',
    });
  });
});

describe('suggestions', () => {
  const suggest = async (q: string) =>
    (await guest.get(`/api/products/suggestions?${new URLSearchParams({ q })}`)).json();
  const names = async (q: string) => (await suggest(q)).map(({ name }: { name: string }) => name);

  test('start at three characters', async () => {
    await aProduct({ name: 'Xylophone' });

    expect(await names('xy')).toEqual([]);
    expect(await names(' xy ')).toEqual([]);
    expect(await names('xyl')).toEqual(['Xylophone']);
  });

  test('rank words with this prefix before words that only contain it', async () => {
    await aProduct({ name: 'Flamingo glass', rating: 5 });
    await aProduct({ name: 'Silver mingol', rating: 3 });
    await aProduct({ name: 'Two-mingo set', rating: 4 });

    expect(await names('MINGO')).toEqual(['Two-mingo set', 'Silver mingol', 'Flamingo glass']);
  });

  test('are at most five, with image and prices', async () => {
    const found = await suggest('crystal');

    expect(found).toHaveLength(SUGGESTION_MAX);
    expect(found[0]).toEqual({
      name: expect.any(String),
      slug: expect.any(String),
      image: expect.stringMatching(/^\/media\//),
      price: expect.any(Number),
      salePrice: expect.any(Number),
    });
  });

  test('take LIKE metacharacters and quotes literally', async () => {
    expect(await names('%%%')).toEqual([]);
    expect(await names("';--")).toEqual([]);
  });
});

describe('caching', () => {
  test('answers 304 to a matching ETag', async () => {
    const first = await guest.get('/api/products/brands');
    const again = await guest.get('/api/products/brands', { 'if-none-match': `W/${first.headers.etag}` });

    expect(first.headers['cache-control']).toBe('public, max-age=0, s-maxage=10, stale-while-revalidate=60');
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  });

  test('sends errors with no-store', async () => {
    expect((await guest.get('/api/products/no-such-product')).headers['cache-control']).toBe('no-store');
  });
});
