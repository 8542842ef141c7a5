// @vitest-environment jsdom
import type { ReportedRange } from '@shop/contracts/analytics/schema';
import { cleanup, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { SummaryCards } from './cards.tsx';

afterEach(cleanup);

const THIS_MONTH: ReportedRange = {
  from: '2026-11-01',
  to: '2026-11-15',
  compare: 'previous',
  before: { from: '2026-10-01', to: '2026-10-15' },
  isDefault: true,
  today: '2026-11-15',
  timeZone: 'Asia/Kolkata',
};
const cardOf = (name: string) => within(screen.getByRole('region', { name }));
const NOTHING = {
  revenue: 0,
  orders: 0,
  units: 0,
  average: null,
  customers: 0,
  returning: null,
  refunds: 0,
  refundCount: 0,
  abandonment: null,
};
const pointsOf = (...starts: string[]) => starts.map((start) => ({ ...NOTHING, start, before: null }));
const show = (unpaid: number, range = THIS_MONTH, url = '/admin', points = pointsOf()) =>
  render(
    <MemoryRouter initialEntries={[url]}>
      <SummaryCards
        cards={{
          revenue: { value: 171.99, change: 45.8, unpaid },
          orders: { value: 1, change: 0 },
          customers: { value: 3, change: null },
          abandonment: { value: 0.75, change: -2.5 },
        }}
        points={points}
        range={range}
      />
    </MemoryRouter>,
  );

test('ADM-010 a card states that it covers this month so far, beside its change from last month', () => {
  show(0);

  expect(cardOf('Total Revenue').queryByText('This month so far')).not.toBeNull();
  expect(cardOf('Total Revenue').queryByText('+45.8% from last month')).not.toBeNull();
  expect(cardOf('New Customers').queryByText('No data from last month yet')).not.toBeNull();
  expect(screen.queryByText(/same days of last month \(Asia\/Kolkata\)/)).not.toBeNull();
});

test('a card of chosen days names both ranges', () => {
  const before = { from: '2025-10-17', to: '2025-11-15' };
  show(0, { ...THIS_MONTH, from: '2026-10-17', compare: 'year', before, isDefault: false });

  expect(cardOf('Total Revenue').queryByText('Oct 17 – Nov 15, 2026')).not.toBeNull();
  expect(cardOf('Total Revenue').queryByText('+45.8% from Oct 17 – Nov 15, 2025')).not.toBeNull();
  expect(screen.queryByText(/last month/)).toBeNull();
});

test('the chart of months that start on the last day of one is by month', () => {
  const range = { ...THIS_MONTH, from: '2026-05-31', to: '2026-09-15', isDefault: false };
  show(0, range, '/admin', pointsOf('2026-05-31', '2026-06-01', '2026-07-01', '2026-08-01', '2026-09-01'));

  expect(screen.queryByRole('region', { name: 'Revenue by month' })).not.toBeNull();
});

test('a falling cart abandonment is good', () => {
  show(0);

  expect(cardOf('Cart Abandonment').getByText('−2.5% from last month').className).toContain('text-delivered');
});

test('a card is a link to its chart, which keeps the days', () => {
  show(0, THIS_MONTH, '/admin?compare=year');

  const link = cardOf('Total Orders').getByRole('link', { name: 'Total Orders' });
  expect(link.getAttribute('href')).toBe('/admin?compare=year&chart=orders');
  expect(cardOf('Total Revenue').getByRole('link').getAttribute('aria-current')).toBe('true');
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
