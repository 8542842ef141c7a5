// @vitest-environment jsdom
import { cartMessages } from '@shop/contracts/cart/messages';
import { catalogMessages } from '@shop/contracts/catalog/messages';
import { productMessages } from '@shop/contracts/catalog/product-messages';
import { sizeGuideMessages } from '@shop/contracts/catalog/size-guide-messages';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { createRoutesStub } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AddToCart } from './add-to-cart.tsx';
import { BuyBar } from './buy-bar.tsx';
import { OptionPicker } from './option-picker.tsx';
import { useSelection } from './use-selection.ts';
import { mostAvailable } from './variants.ts';

const variant = (Size: string, Colour: string, quantity: number, priceDifference = 0) => ({
  id: `${Size} ${Colour}`,
  sku: `${Size} ${Colour}`,
  options: { Size, Colour },
  quantity,
  priceDifference,
});
const gown = {
  slug: 'gown',
  category: 'Evening Wear',
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
  const selection = useSelection(gown);
  const availableQuantity = mostAvailable(gown, selection.candidates);
  return (
    <>
      <OptionPicker product={gown} selection={selection} />
      <main>
        <AddToCart selection={selection} availableQuantity={availableQuantity} />
      </main>
      <aside>
        <BuyBar name="Gown" prices={gown} selection={selection} availableQuantity={availableQuantity} />
      </aside>
    </>
  );
}
const Site = createRoutesStub([{ path: '/product/gown', Component: Page }]);
const open = (search = '') => render(<Site initialEntries={[`/product/gown${search}`]} />);
const radio = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });
const chosen = (name: RegExp) => screen.findByRole<HTMLInputElement>('radio', { name, checked: true });
const form = () => within(screen.getByRole('main'));
const bar = () => within(screen.getByRole('complementary'));

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  // jsdom has no modal dialogs and does not scroll.
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
    },
  });
  Element.prototype.scrollIntoView = () => {};
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('PDP-018 nothing is preselected, and the buttons and the bar say what is missing', () => {
  open();

  expect(screen.getAllByRole('group', { name: /Size|Colour/ })).toHaveLength(2);
  expect(screen.queryAllByRole('radio', { checked: true })).toEqual([]);
  expect(screen.getAllByText(productMessages.noneSelected)).toHaveLength(2);
  expect(form().getByRole('button', { name: 'Select a size' })).toBeDefined();
  expect(bar().getByText('No size selected')).toBeDefined();
  expect(bar().getByRole('button', { name: 'Select size' })).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  ['main button', () => form().getByRole('button', { name: 'Select a size' })],
  ['bar', () => bar().getByRole('button', { name: 'Select size' })],
])('PDP-018 the %s without a choice shows the message and focuses the first value', (_, button) => {
  open();

  fireEvent.click(button());

  expect(screen.getAllByRole('alert')[0]?.textContent).toBe(cartMessages.chooseOption);
  expect(document.activeElement).toBe(radio(/^S/));
});

test('PDP-018 the missing option is named until all are chosen, and the bar repeats the choice', async () => {
  open('?Size=S');
  expect(form().getByRole('button', { name: 'Select a colour' })).toBeDefined();

  fireEvent.click(radio(/^Rose/));

  expect(await form().findByRole('button', { name: catalogMessages.addToCart })).toBeDefined();
  expect(bar().getByText('Size S, Colour Rose')).toBeDefined();
});

test('RTE-018 the server shows the message for a form that was sent without a choice', () => {
  open('?select=');

  expect(screen.getAllByRole('alert')[0]?.textContent).toBe(cartMessages.chooseOption);
  const button = form().getByRole<HTMLButtonElement>('button', { name: 'Select a size' });
  expect([button.type, button.getAttribute('form'), button.name]).toEqual(['submit', 'options', 'select']);
});

test('PDP-018 an option in the URL is selected, and a combination that is out of stock is marked', () => {
  open('?Size=S');

  expect(radio(/^S/).checked).toBe(true);
  expect(radio(/^Ivory \(out of stock\)/).disabled).toBe(false);
});

test('PDP-018 a value without a variant is disabled', () => {
  open();

  expect(radio(/^L \(out of stock\)/).disabled).toBe(true);
  expect(radio(/^Ink \(out of stock\)/).disabled).toBe(true);
});

test('PDP-018 choosing a value without a variant for the other options changes those options', async () => {
  open('?Size=S&Colour=Rose');

  fireEvent.click(radio(/^M/));

  expect((await chosen(/^M/)).value).toBe('M');
  expect(radio(/^Ivory/).checked).toBe(true);
});

test('shows the price at each option value when prices differ', () => {
  open();

  expect(radio(/^S.*\$100\.00/)).toBeDefined();
  expect(radio(/^M.*\$110\.00/)).toBeDefined();
});

test('a row of the size guide picks the size', async () => {
  open();
  fireEvent.click(screen.getByRole('link', { name: sizeGuideMessages.title }));
  const dialog = within(screen.getByRole('dialog', { name: sizeGuideMessages.title }));
  expect(dialog.queryByRole('radio', { name: /^XL/ })).toBeNull();

  fireEvent.click(dialog.getByRole('radio', { name: /^M/ }));
  fireEvent.click(dialog.getByRole('button', { name: sizeGuideMessages.use('M') }));

  expect((await chosen(/^M/)).name).toBe('Size');
  expect(screen.queryByRole('dialog')).toBeNull();
});
