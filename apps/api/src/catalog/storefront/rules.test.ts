import { EMPTY_PRODUCT } from '@shop/contracts/catalog/product-fields';
import { describe, expect, test } from 'vitest';
import { type ProductRow, productCard } from './rules.ts';

const row: ProductRow = {
  ...EMPTY_PRODUCT,
  id: '01890000-0000-7000-8000-000000000000',
  price_cents: 18_900,
  sale_price_cents: null,
  sellable: true,
  hasOptions: false,
  onlyOption: null,
  quantity: 2,
  ratings: 4.5,
  reviewCount: 2,
  created_at: '2026-01-02 03:04:05+00',
  updated_at: '2026-01-02 03:04:05+00',
};

describe('product card', () => {
  test('ENT-009 has a sale price of 0 if there is none', () => {
    expect(productCard(row)).toMatchObject({ price: 189, salePrice: 0 });
    expect(productCard({ ...row, sale_price_cents: 14_999 })).toMatchObject({ price: 189, salePrice: 149.99 });
  });

  test.each([
    { sellable: true, quantity: 1, inStock: true },
    { sellable: true, quantity: 0, inStock: false },
    { sellable: false, quantity: 5, inStock: false },
  ])('ENT-022 with $quantity units and sellable $sellable, inStock is $inStock', ({ inStock, ...stock }) => {
    expect(productCard({ ...row, ...stock }).inStock).toBe(inStock);
  });
});
