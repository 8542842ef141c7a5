// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { SummaryCards } from './cards.tsx';

afterEach(cleanup);

const cardOf = (name: string) => within(screen.getByRole('region', { name }));
const show = (unpaid: number) =>
  render(
    <SummaryCards
      cards={{
        revenue: { value: 171.99, change: 45.8, unpaid },
        orders: { value: 1, change: 0 },
        customers: { value: 3, change: null },
        abandonment: { value: 0.75, change: -2.5 },
      }}
    />,
  );

test('ADM-010 a card states that it covers this month so far, beside its change from last month', () => {
  show(0);

  expect(cardOf('Total Revenue').queryByText('This month so far')).not.toBeNull();
  expect(cardOf('Total Revenue').queryByText('+45.8% from last month')).not.toBeNull();
  expect(cardOf('New Customers').queryByText('No data from last month yet')).not.toBeNull();
  expect(screen.queryByText(/compare this month so far with the same days of last month/)).not.toBeNull();
  expect(screen.queryByText('Last 30 days')).toBeNull();
});

test('the revenue card shows the unpaid amount, and the page defines revenue', () => {
  show(53.19);

  expect(cardOf('Total Revenue').queryByText('Includes $53.19 not paid yet')).not.toBeNull();
  expect(cardOf('Total Orders').queryByText(/not paid yet/)).toBeNull();
  expect(screen.queryByText(/Revenue is order totals, paid or not, minus refunds/)).not.toBeNull();
});

test('the revenue card shows no unpaid amount when all revenue is paid', () => {
  show(0);

  expect(screen.queryByText(/not paid yet/)).toBeNull();
});
