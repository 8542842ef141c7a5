// @vitest-environment jsdom
import { cartMessages } from '@shop/contracts/cart/messages';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { createRoutesStub, Link, Outlet } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Toasts } from '#ui/toast.tsx';
import { ring } from '../../../test/cart-item.ts';
import { CartDrawer } from './cart-drawer.tsx';
import type { CartActionResult } from './cart-forms.ts';
import { useCartForm } from './use-cart-form.ts';

function Product() {
  const { Form } = useCartForm();
  return (
    <Form method="post" action="/cart">
      <button type="submit">Add</button>
    </Form>
  );
}

const Elsewhere = () => <h1>Elsewhere</h1>;

const Frame = () => (
  <>
    <Link to="/elsewhere">Elsewhere</Link>
    <Outlet />
    <CartDrawer />
    <Toasts />
  </>
);

// jsdom has no modal dialogs.
beforeEach(() => {
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.setAttribute('open', '');
    },
    close(this: HTMLDialogElement) {
      this.removeAttribute('open');
    },
  });
});
afterEach(cleanup);

async function add(result: CartActionResult) {
  const Site = createRoutesStub([
    {
      path: '/',
      Component: Frame,
      children: [
        { index: true, Component: Product },
        { path: 'elsewhere', Component: Elsewhere },
        { path: 'cart', action: () => result },
      ],
    },
  ]);
  render(<Site />);
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  return within(await screen.findByRole('dialog', { name: cartMessages.heading }));
}

const added = { item: ring, itemCount: 3, subtotal: 252, isCapped: false, arrival: null };

test('an added item opens the drawer with the item, its quantity and price, and the subtotal', async () => {
  const drawer = await add({ added });

  expect(drawer.getByRole('status').textContent).toBe('Ring added to your cart.');
  expect(drawer.getByRole('link', { name: 'Ring' }).getAttribute('href')).toBe('/product/ring?Ring+size=US+6');
  for (const text of ['Ring size: US 6', '2 × $80.00', '$160.00', 'Subtotal (3 items)', '$252.00'])
    expect(drawer.getByText(text)).toBeDefined();
  expect(screen.queryAllByRole('status')).toHaveLength(1);
});

test('the drawer says when the order arrives', async () => {
  const year = new Date().getUTCFullYear();
  const drawer = await add({ added: { ...added, arrival: { earliest: `${year}-11-29`, latest: `${year}-12-03` } } });

  expect(drawer.getByText('Arrives Nov 29–Dec 3')).toBeDefined();
});

test('the heading of the drawer takes the focus', async () => {
  const drawer = await add({ added });

  expect(document.activeElement).toBe(drawer.getByRole('heading', { name: cartMessages.heading }));
});

test('a quantity capped at the available stock is said instead of "added"', async () => {
  const drawer = await add({ added: { ...added, isCapped: true } });

  expect(drawer.getByRole('status').textContent).toBe(cartMessages.notEnough);
});

test('a guest proceeds to the checkout by way of the login', async () => {
  const drawer = await add({ added });

  expect(drawer.getByRole('link', { name: 'Proceed to Checkout' }).getAttribute('href')).toBe(
    '/login?redirect=checkout',
  );
  expect(drawer.getByRole('link', { name: 'View cart' }).getAttribute('href')).toBe('/cart');
});

test('Continue Shopping and a navigation close the drawer', async () => {
  const drawer = await add({ added });
  fireEvent.click(drawer.getByRole('button', { name: 'Continue Shopping' }));
  expect(screen.queryByRole('dialog')).toBeNull();

  cleanup();
  await add({ added });
  fireEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));

  expect(await screen.findByRole('heading', { name: 'Elsewhere' })).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
});
