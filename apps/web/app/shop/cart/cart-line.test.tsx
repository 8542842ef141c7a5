// @vitest-environment jsdom
import type { CartItem } from '@shop/contracts/cart/schema';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createRoutesStub, useLoaderData } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toasts } from '#ui/toast.tsx';
import { ring } from '../../../test/cart-item.ts';
import type { CartActionResult } from './cart-forms.ts';
import { CartLine } from './cart-line.tsx';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  for (const button of screen.queryAllByRole('button', { name: /Dismiss/ })) fireEvent.click(button);
  cleanup();
  vi.useRealTimers();
});

const Nothing = () => null;

function Page() {
  const items = useLoaderData<CartItem[]>();
  return (
    <>
      <ul>
        {items.map((item) => (
          <CartLine key={item.id} item={item} />
        ))}
      </ul>
      <Toasts />
    </>
  );
}

/** A cart of one line; `respond` is the action of its forms. */
async function open(
  first: CartItem,
  respond: (sent: Record<string, string>) => Promise<CartActionResult> | CartActionResult,
) {
  let items = [first];
  const sent = vi.fn(respond);
  const Site = createRoutesStub([
    {
      path: '/cart',
      loader: () => items,
      action: async ({ request }) =>
        sent(Object.fromEntries([...(await request.formData())].map(([name, value]) => [name, String(value)]))),
      Component: Page,
      HydrateFallback: Nothing,
    },
  ]);
  render(<Site initialEntries={['/cart']} />);
  await screen.findByRole('heading', { name: first.name });
  return {
    sent,
    becomes: (next: CartItem[]) => {
      items = next;
    },
  };
}

const field = () => screen.getByRole<HTMLInputElement>('spinbutton');
const more = () => fireEvent.click(screen.getByRole('button', { name: 'Increase quantity' }));
const after = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

test('CART-001 debounces quantity steps into one request', async () => {
  const { sent, becomes } = await open(ring, () => ({}));

  more();
  more();
  expect(sent).not.toHaveBeenCalled();
  becomes([{ ...ring, quantity: 4 }]);
  await after(500);

  expect(sent.mock.calls).toEqual([[{ intent: 'quantity', id: 'line', quantity: '4' }]]);
  expect(await screen.findByText('$320.00')).toBeDefined();
});

test('a rejected quantity change shows the error and restores the quantity of the cart', async () => {
  await open(ring, () => ({ failed: 'No.' }));

  more();
  await after(500);

  expect(await screen.findByText('No.')).toBeDefined();
  await vi.waitFor(() => expect(field().value).toBe('2'));
  expect(screen.getByText('$160.00')).toBeDefined();
});

test('CART-002 removing a line hides it at once and shows it again if the removal fails', async () => {
  let resolveAction = (_result: CartActionResult) => {};
  await open(
    ring,
    () =>
      new Promise((resolve) => {
        resolveAction = resolve;
      }),
  );

  fireEvent.click(screen.getByRole('button', { name: 'Remove Ring' }));
  await after(0);
  expect(screen.queryByRole('heading', { name: 'Ring' })).toBeNull();
  await act(async () => resolveAction({ failed: 'No.' }));

  expect(await screen.findByRole('heading', { name: 'Ring' })).toBeDefined();
});

test('a line with insufficient stock names the available quantity on its button and sends that quantity', async () => {
  const { sent } = await open({ ...ring, availableQuantity: 1 }, () => ({}));
  await after(500);

  expect(screen.getByRole('alert').textContent).toBe('Only 1 left.');
  expect(field().value).toBe('2');
  expect(sent).not.toHaveBeenCalled();
  const accept = screen.getByRole('button', { name: 'Update to 1: Ring' });
  expect(accept.textContent).toBe('Update to 1');
  fireEvent.click(accept);
  await after(0);

  expect(sent.mock.calls).toEqual([[{ intent: 'quantity', id: 'line', quantity: '1' }]]);
});

test('the button of a price notice reads OK and does not change the quantity', async () => {
  const { sent } = await open({ ...ring, priceBefore: 70 }, () => ({}));

  fireEvent.click(screen.getByRole('button', { name: 'OK: Ring' }));
  await after(0);

  expect(sent.mock.calls).toEqual([[{ intent: 'acknowledge' }]]);
});
