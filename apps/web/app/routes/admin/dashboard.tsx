import { dashboardMessages } from '@shop/contracts/analytics/dashboard-messages';
import { Dashboard } from '@shop/contracts/analytics/dashboard-schema';
import { analyticsMessages } from '@shop/contracts/analytics/messages';
import { pageTitle } from '@shop/contracts/common/constants';
import { dollars } from '@shop/contracts/common/money';
import { LineChart } from '#features/admin/charts/chart.tsx';
import { NeedsAttention } from '#features/admin/dashboard/attention.tsx';
import { SummaryCards } from '#features/admin/dashboard/cards.tsx';
import { PopularProducts, RecentActivity, RecentOrders } from '#features/admin/dashboard/recent.tsx';
import { AdminPage, Panel } from '#features/admin/shared/admin-page.tsx';
import { apiFor } from '#lib/api.server.ts';
import { shortDate } from '#lib/format.ts';
import { Table } from '#ui/table.tsx';
import type { Route } from './+types/dashboard';

export const loader = async ({ request }: Route.LoaderArgs) => ({
  dashboard: await apiFor(request).get('/admin/dashboard', Dashboard),
  now: new Date(),
});

export const meta = () => [{ title: pageTitle(dashboardMessages.title) }, { name: 'robots', content: 'noindex' }];

export default function DashboardPage({ loaderData: { dashboard, now } }: Route.ComponentProps) {
  const { cards, revenueByDay, recentOrders, popular, activity, attention, lowStock } = dashboard;
  return (
    <AdminPage title={dashboardMessages.title}>
      <div className="grid grid-cols-1 gap-6">
        {cards && <SummaryCards cards={cards} />}
        <div className="grid grid-cols-1 items-start gap-6 desktop:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          {revenueByDay && <RevenueChart days={revenueByDay} />}
          <NeedsAttention attention={attention} lowStock={lowStock} />
        </div>
        {recentOrders && <RecentOrders orders={recentOrders} />}
        <div className="grid grid-cols-1 items-start gap-6 desktop:grid-cols-2">
          {cards && <PopularProducts popular={popular} />}
          {activity && <RecentActivity activity={activity} now={now} />}
        </div>
      </div>
    </AdminPage>
  );
}

type Day = { day: string; revenue: number };

const COLUMNS = [
  { label: analyticsMessages.columns.start, cell: ({ day }: Day) => shortDate(new Date(day)) },
  { label: analyticsMessages.columns.revenue, cell: ({ revenue }: Day) => dollars(revenue), numeric: true },
];

function RevenueChart({ days }: { days: Day[] }) {
  return (
    <Panel title={dashboardMessages.revenue}>
      <p className="mb-4 text-ink-muted text-small">{dashboardMessages.last30Days}</p>
      <LineChart
        points={days.map(({ day, revenue }) => ({ label: shortDate(new Date(day)), value: revenue }))}
        name={analyticsMessages.columns.revenue}
        unit="dollars"
        table={
          <Table
            caption={dashboardMessages.revenue}
            columns={COLUMNS}
            rows={days.toReversed()}
            keyOf={({ day }) => day}
          />
        }
      />
    </Panel>
  );
}
