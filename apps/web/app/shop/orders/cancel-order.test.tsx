import { minor } from '@shop/contracts/common/money';
// @vitest-environment jsdom
import type { Order } from '@shop/contracts/orders/schema';
import { screen, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { anOrder } from '../../../test/stub-order.ts';
import { CancelOrder, ConfirmCancelling } from './cancel-order.tsx';

let shown = anOrder;
const Site = createRoutesStub([
  { path: '/dialog', Component: () => <CancelOrder order={shown} cancelKey="key" /> },
  { path: '/section', Component: () => <ConfirmCancelling order={shown} cancelKey="key" /> },
]);

/** Server-rendered: jsdom has no modal dialogs, so the dialog stays closed and its contents hidden. */
function questionAt(path: string, role: 'alertdialog' | 'region', change: Partial<Order> = {}) {
  shown = { ...anOrder, ...change };
  document.body.innerHTML = renderToString(<Site initialEntries={[path]} />);
  return within(screen.getByRole(role, { hidden: true }));
}

test('the cancellation dialog offers to keep or to cancel the order, and has no bare "Cancel" button', () => {
  const dialog = questionAt('/dialog', 'alertdialog');

  expect(dialog.queryByRole('button', { name: 'Keep order', hidden: true })).not.toBeNull();
  expect(dialog.queryByRole('button', { name: 'Cancel this order', hidden: true })).not.toBeNull();
  expect(dialog.queryByRole('button', { name: 'Cancel', hidden: true })).toBeNull();
});

test('without JavaScript the page confirms a cancellation with the same two choices', () => {
  const section = questionAt('/section', 'region');

  expect(section.queryByRole('link', { name: 'Keep order' })?.getAttribute('href')).toBe(`/orders/${anOrder.id}`);
  expect(section.queryByRole('button', { name: 'Cancel this order' })).not.toBeNull();
  expect(section.queryByRole('link', { name: 'Cancel' })).toBeNull();
});

const refund = (amount: number, status: Order['refunds'][number]['status']) => ({
  id: anOrder.id,
  amount: minor(amount),
  status,
  at: anOrder.createdAt,
});
test.each<[string, Partial<Order>, RegExp]>([
  ['card', {}, /^We’ll refund ₹556\.83 to your card\. It usually takes 5 to 7 business days/],
  [
    'a currency without decimals',
    { charge: { amount: minor(83_000), currency: 'JPY' } },
    /refund JP¥83,000 to your card/,
  ],
  [
    'a currency with three decimals',
    { charge: { amount: minor(36_220), currency: 'KWD' } },
    /refund KWD\s36\.220 to your card/,
  ],
  ['net banking', { paymentMethod: 'netbanking' }, /to your bank account\./],
  [
    'the rest after a refund, where another one failed',
    { refunds: [refund(5_000, 'processed'), refund(600, 'pending'), refund(50_000, 'failed')] },
    /refund ₹500\.83 to/,
  ],
  ['a payment already refunded', { paymentStatus: 'refunded' }, /already been refunded/],
  ['cash on delivery', { paymentMethod: 'cod', paymentStatus: 'pending' }, /nothing to refund/],
  ['a total of 0', { total: 0, charge: { amount: minor(0), currency: 'INR' } }, /nothing to refund/],
])('before a cancellation the customer reads what is refunded, how and when: %s', (_case, change, text) => {
  expect(questionAt('/dialog', 'alertdialog', change).queryByText(text)).not.toBeNull();
  expect(questionAt('/section', 'region', change).queryByText(text)).not.toBeNull();
});

test('the button that asks is quiet: the page has no filled button to cancel', () => {
  questionAt('/dialog', 'alertdialog');

  const ask = screen.getByRole('button', { name: 'Cancel order' });

  expect(ask.className).not.toMatch(/\bbg-/);
});
