// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ProductPrice } from './product-price.tsx';

afterEach(cleanup);

test('shows only the price, with two decimals, when there is no sale', () => {
  const { container } = render(<ProductPrice product={{ price: 189, salePrice: 0 }} />);

  expect(container.textContent).toBe('$189.00');
});

test('shows sale price, regular price and percentage off during a sale', () => {
  const { container } = render(<ProductPrice product={{ price: 189, salePrice: 149 }} />);

  expect(container.textContent).toContain('Now $149.00');
  expect(container.querySelector('s')?.textContent).toBe('Was $189.00');
  expect(container.textContent).toContain('-21%');
});
