// @vitest-environment jsdom
import type { Analytics } from '@shop/contracts/analytics/schema';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { TopRows } from './top-rows.tsx';

afterEach(cleanup);

const FIGURES = {
  revenue: 100,
  orders: 2,
  units: 2,
  average: 50,
  customers: 0,
  returning: 0,
  refunds: 0,
  refundCount: 0,
  abandonment: null,
};
const rowOf = (key: string, name: string) => ({ key, name, orders: 1, units: 0, revenue: 50, before: null });
const ANALYTICS: Analytics = {
  range: {
    from: '2026-11-01',
    to: '2026-11-15',
    compare: 'none',
    before: null,
    isDefault: false,
    today: '2026-11-15',
    timeZone: 'UTC',
  },
  by: 'day',
  totals: { ...FIGURES, unpaid: 0 },
  totalsBefore: null,
  points: [],
  categories: [],
  products: [],
  methods: [],
  discountCodes: [],
  customers: [rowOf('1', 'Ada Lovelace'), rowOf('2', 'Deleted customer')],
  refundedProducts: [],
  funnel: [],
  searches: [],
};

test('a customer is a link to the page of the account, unless it was deleted', () => {
  render(
    <MemoryRouter>
      <TopRows
        report="customers"
        rows={ANALYTICS.customers ?? []}
        analytics={ANALYTICS}
        linkOf={({ key }) => `/admin/customers/${key}`}
      />
    </MemoryRouter>,
  );

  expect(screen.getAllByRole('link', { name: 'Ada Lovelace' })[0]?.getAttribute('href')).toBe('/admin/customers/1');
  expect(screen.queryAllByText('Deleted customer').length).toBeGreaterThan(0);
  expect(screen.queryByRole('link', { name: 'Deleted customer' })).toBeNull();
});
