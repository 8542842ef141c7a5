// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { CancelOrder, ConfirmCancelling } from './cancel-order.tsx';

const Site = createRoutesStub([
  { path: '/dialog', Component: () => <CancelOrder cancelKey="key" /> },
  { path: '/section', Component: () => <ConfirmCancelling cancelKey="key" orderId="id" /> },
]);

/** Server-rendered: jsdom has no modal dialogs, so the dialog stays closed and its contents hidden. */
function questionAt(path: string, role: 'alertdialog' | 'region') {
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

  expect(section.queryByRole('link', { name: 'Keep order' })?.getAttribute('href')).toBe('/orders/id');
  expect(section.queryByRole('button', { name: 'Cancel this order' })).not.toBeNull();
  expect(section.queryByRole('link', { name: 'Cancel' })).toBeNull();
});
