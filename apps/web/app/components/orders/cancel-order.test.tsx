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

/** As the server sends it: jsdom has no modal dialogs, so the dialog stays closed and its contents hidden. */
function questionAt(path: string, role: 'alertdialog' | 'region') {
  document.body.innerHTML = renderToString(<Site initialEntries={[path]} />);
  return within(screen.getByRole(role, { hidden: true }));
}

test('the dialog that asks about cancelling an order offers to keep or to cancel it, and no bare "Cancel"', () => {
  const dialog = questionAt('/dialog', 'alertdialog');

  expect(dialog.queryByRole('button', { name: 'Keep order', hidden: true })).not.toBeNull();
  expect(dialog.queryByRole('button', { name: 'Cancel this order', hidden: true })).not.toBeNull();
  expect(dialog.queryByRole('button', { name: 'Cancel', hidden: true })).toBeNull();
});

test('without scripts the page asks about cancelling an order with the same two answers', () => {
  const section = questionAt('/section', 'region');

  expect(section.queryByRole('link', { name: 'Keep order' })?.getAttribute('href')).toBe('/orders/id');
  expect(section.queryByRole('button', { name: 'Cancel this order' })).not.toBeNull();
  expect(section.queryByRole('link', { name: 'Cancel' })).toBeNull();
});
