import { HomePage } from '@shop/contracts/content/home-schema';
import { describe, expect, test } from 'vitest';
import { countChangedOrders } from '#analytics/roll-up-queries.ts';
import { listBestSellerIds } from '#catalog/product-queries.ts';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
const { db, guest, sql, aProduct, aShopper } = shop;
const home = async () => HomePage.parse((await guest.get('/api/home')).json());

describe('best sellers', () => {
  test('are the products in stock with the most units sold, filled up with the best rated', async () => {
    const of = await aShopper();
    const sell = async (name: string, units: number, { price = 10, stock = 100 } = {}) => {
      const { variantId, productId } = await aVariant(shop, { name, price, quantities: [stock] });
      await anOrder(db, { of, items: [{ variantId, quantity: units }] });
      return productId;
    };
    await sell('Second', 60, { price: 50 });
    await sell('First', 80);
    await sell('Sold out', 90, { stock: 90 });
    const hidden = await sell('Hidden', 99);
    await sql.query(`update products set status = 'draft' where id = $1`, [hidden]);
    while ((await countChangedOrders(db, 100)) > 0);

    const { bestSellers } = await home();

    expect(bestSellers.map(({ name }) => name).slice(0, 2)).toEqual(['First', 'Second']);
    expect(bestSellers).toHaveLength(4);
    expect(bestSellers.filter(({ inStock }) => !inStock)).toEqual([]);
  });

  test('are counted by months in the time zone of the store', async () => {
    const { productId } = await aVariant(shop, { name: 'Sold in August', quantities: [5] });
    await sql.query(`update store_settings set time_zone = 'America/New_York'`);
    await sql.query(
      `insert into sales (subject, key, grain, start, orders, units, cents) values ('product', $1, 'month', '2026-08-01', 1, 1, 100)`,
      [productId],
    );

    // Still November in New York, so that August is one of the last three months.
    const november = await listBestSellerIds(db, 50, new Date('2026-12-01T04:59:59Z'));
    const december = await listBestSellerIds(db, 50, new Date('2026-12-01T05:00:00Z'));

    expect([november.includes(productId), december.includes(productId)]).toEqual([true, false]);
  });

  test('of a store without sales are the best rated products that are not featured', async () => {
    await sql.query('delete from sales');

    const { bestSellers, featured } = await home();

    const featuredIds = featured.map(({ id }) => id);
    expect(bestSellers).toHaveLength(4);
    expect(bestSellers.filter(({ id }) => featuredIds.includes(id))).toEqual([]);
    expect(Math.min(...featured.map(({ ratings }) => ratings))).toBeGreaterThanOrEqual(
      Math.max(...bestSellers.map(({ ratings }) => ratings)),
    );
  });
});

test('the home page names the brands that have a published product', async () => {
  await aProduct({ brand: 'Atelier Visible' });
  await aProduct({ brand: 'Atelier Hidden', status: 'draft' });

  const { brands } = await home();

  expect(brands).toContain('Atelier Visible');
  expect(brands).not.toContain('Atelier Hidden');
});

test('the home page says whether the store has a published product', async () => {
  await sql.query(`update products set status = 'draft'`);
  expect((await guest.get('/api/home')).json().hasProducts).toBe(false);

  await aProduct();
  expect((await guest.get('/api/home')).json().hasProducts).toBe(true);
});
