// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createRoutesStub, useSearchParams } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { OptionPicker } from './option-picker.tsx';
import { variantFor } from './variants.ts';

const variant = (Size: string, Colour: string, quantity: number, priceDifference = 0) => ({
  id: `${Size} ${Colour}`,
  sku: `${Size} ${Colour}`,
  options: { Size, Colour },
  quantity,
  priceDifference,
});
const gown = {
  slug: 'gown',
  price: 100,
  salePrice: 0,
  inStock: true,
  options: [
    { name: 'Size', values: ['S', 'M', 'L'] },
    { name: 'Colour', values: ['Rose', 'Ivory', 'Ink'] },
  ],
  variants: [variant('S', 'Rose', 3), variant('S', 'Ivory', 0), variant('M', 'Ivory', 2, 10)],
};

function Page() {
  const [params] = useSearchParams();
  return <OptionPicker product={gown} variant={variantFor(gown, params)} />;
}
const Site = createRoutesStub([{ path: '/product/gown', Component: Page }]);
const open = (search = '') => render(<Site initialEntries={[`/product/gown${search}`]} />);
const radio = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });

afterEach(cleanup);

test('PDP-018 each option is a group, and a combination that is out of stock is marked', () => {
  open();

  expect(screen.getAllByRole('group')).toHaveLength(2);
  expect(radio(/^S/).checked).toBe(true);
  expect(radio(/^Rose/).checked).toBe(true);
  expect(radio(/^Ivory \(out of stock\)/).disabled).toBe(false);
});

test('PDP-018 a value without a variant is disabled', () => {
  open();

  expect(radio(/^L \(out of stock\)/).disabled).toBe(true);
  expect(radio(/^Ink \(out of stock\)/).disabled).toBe(true);
});

test('PDP-018 choosing a value without a variant for the other options changes those options', async () => {
  open();

  fireEvent.click(radio(/^M/));

  expect((await screen.findByRole<HTMLInputElement>('radio', { name: /^M/, checked: true })).value).toBe('M');
  expect(radio(/^Ivory/).checked).toBe(true);
});

test('shows the price at each option value when prices differ', () => {
  open();

  expect(radio(/^S.*\$100\.00/)).toBeDefined();
  expect(radio(/^M.*\$110\.00/)).toBeDefined();
});
