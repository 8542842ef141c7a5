// @vitest-environment jsdom
import { analyticsMessages as texts } from '@shop/contracts/analytics/messages';
import type { Analytics } from '@shop/contracts/analytics/schema';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { Deliveries } from './deliveries.tsx';
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
  promises: { due: 0, kept: 0, before: null },
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

test('the share of kept delivery promises is shown with that of the earlier period', () => {
  const promises = { due: 40, kept: 38, before: { due: 0, kept: 0 } };
  render(
    <MemoryRouter>
      <Deliveries analytics={{ ...ANALYTICS, promises }} />
    </MemoryRouter>,
  );

  expect(screen.getByText(texts.promisesKept).nextSibling?.textContent).toBe('38 (95.0%)');
  expect(screen.getByText(texts.promisesBefore).nextSibling?.textContent).toBe(texts.noFigure);
  expect(screen.getByRole('link', { name: texts.csvOf(texts.returnReasons) }).getAttribute('href')).toBe(
    '/api/admin/returns/reasons/export?from=2026-11-01&to=2026-11-15',
  );
});
