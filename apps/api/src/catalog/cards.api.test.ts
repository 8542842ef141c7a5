import { Product } from '@shop/contracts/catalog/schema';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestStore } from '#test/test-store.ts';

const { guest, aProduct, sql } = await createTestStore();

/** As the list of its category has it. */
async function cardOf(category: string) {
  const response = await guest.get(`/api/products?category=${category}`);
  return Product.parse(response.json()[0]);
}

test('ENT-009 a card has a sale price of 0 if there is none', async () => {
  await aProduct({ category: 'Full-price', price: 189 });
  await aProduct({ category: 'Reduced', price: 189, salePrice: 149.99 });

  expect(await cardOf('Full-price')).toMatchObject({ price: 189, salePrice: 0 });
  expect(await cardOf('Reduced')).toMatchObject({ price: 189, salePrice: 149.99 });
});

test('a card has the fields of the product, its labels, images and stock', async () => {
  const { id, slug } = await aProduct({
    category: 'Lamps',
    brand: 'Lamp "House"',
    tags: ['new'],
    quantities: [2, 0, 3],
  });
  await sql.query(`update products set options = '[{"name": "Size", "values": ["0", "1", "2"]}]' where id = $1`, [id]);
  await sql.query(`insert into product_images (product_id, position, url, alt) values ($1, 0, '/a.webp', 'A lamp')`, [
    id,
  ]);

  const { reviews, options, variants, ...detail } = (await guest.get(`/api/products/${slug}`)).json();

  expect(await cardOf('Lamps')).toMatchObject({
    brand: 'Lamp "House"',
    images: ['/a.webp'],
    imageAlts: ['A lamp'],
    hasOptions: true,
    onlyOption: { name: 'Size', valuesInStock: ['0', '2'] },
    quantity: 5,
    inStock: true,
  });
  expect(detail).toMatchObject(await cardOf('Lamps').then(({ reviews: _none, ...card }) => card));
});

test('every stored card has the fields of the contract that the product decides, and every card of a list all of them', async () => {
  const ofOthers = { category: true, brand: true, quantity: true, reviews: true } as const;
  const ofStock = { inStock: true, hasOptions: true, onlyOption: true } as const;
  const Stored = z.strictObject(Product.omit({ ...ofOthers, ...ofStock }).shape);
  const { rows } = await sql.query<{ card: string }>(`select '{' || members || '}' as card from product_cards`);
  const listed = (await guest.get('/api/products?limit=100')).json();

  expect(rows.length).toBeGreaterThan(10);
  for (const { card } of rows) Stored.parse(JSON.parse(card));
  expect(z.array(z.strictObject(Product.shape)).parse(listed).length).toBeGreaterThan(10);
});

describe('a card follows', () => {
  const changes: [string, string, Partial<Product>][] = [
    ['the name', `update products set name = 'Renamed' where id = $1`, { name: 'Renamed' }],
    [
      'a new image',
      `insert into product_images (product_id, position, url) values ($1, 0, '/b.webp')`,
      { images: ['/b.webp'] },
    ],
    ['a changed image', `update product_images set alt = 'Blue' where product_id = $1`, { imageAlts: ['Blue'] }],
    ['a removed image', 'delete from product_images where product_id = $1', { images: [], imageAlts: [] }],
    [
      'an archived variant',
      'update variants set archived_at = now() where product_id = $1 and position = 1',
      { hasOptions: false, quantity: 3 },
    ],
    [
      'sold units',
      'update stock set received = received - 1, available = available - 1 where product_id = $1 and available = 3',
      { quantity: 2 },
    ],
    ['the switch that stops its sale', 'update products set sellable = false where id = $1', { inStock: false }],
    [
      'the name of its brand',
      `update brands set name = 'Renamed Brand' where id = (select brand_id from products where id = $1)`,
      { brand: 'Renamed Brand' },
    ],
  ];

  test('every change in the same transaction', async () => {
    const { id } = await aProduct({ category: 'Changing', brand: 'Changing Brand', quantities: [3, 4] });
    for (const [what, statement, expected] of changes) {
      await sql.query(statement, [id]);
      expect(await cardOf('Changing'), what).toMatchObject(expected);
    }
  });

  test('two changes at once', async () => {
    const { id } = await aProduct({ category: 'Contested' });
    const [first, second] = [await sql.connect(), await sql.connect()];
    try {
      await first.query('begin');
      await first.query(`update products set name = 'Contested Lamp' where id = $1`, [id]);
      const adding = second.query(`insert into product_images (product_id, position, url) values ($1, 0, '/c.webp')`, [
        id,
      ]);
      await expect
        .poll(
          async () =>
            (await sql.query(`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%/c.webp%'`))
              .rowCount,
        )
        .toBe(1);
      await first.query('commit');
      await adding;
    } finally {
      first.release();
      second.release();
    }

    expect(await cardOf('Contested')).toMatchObject({ name: 'Contested Lamp', images: ['/c.webp'] });
  });
});

test('the cards that fill_product_cards() adds are those that the triggers keep', async () => {
  const { rows: kept } = await sql.query('select * from product_cards order by product_id');
  await sql.query('truncate product_cards');
  await sql.query('call fill_product_cards()');

  expect((await sql.query('select * from product_cards order by product_id')).rows).toEqual(kept);
});
