import { adminMessages } from '@shop/contracts/admin/messages';
import { dashboardMessages } from '@shop/contracts/analytics/dashboard-messages';
import { Dashboard } from '@shop/contracts/analytics/dashboard-schema';
import { analyticsMessages } from '@shop/contracts/analytics/messages';
import { pageTitle } from '@shop/contracts/common/constants';
import { dollars } from '@shop/contracts/common/money';
import { can } from '@shop/contracts/common/permissions';
import { setupActionLabels, setupMessages } from '@shop/contracts/setup/messages';
import { Gem } from 'lucide-react';
import { LineChart } from '#features/admin/charts/chart.tsx';
import { NeedsAttention } from '#features/admin/dashboard/attention.tsx';
import { SummaryCards } from '#features/admin/dashboard/cards.tsx';
import { PopularProducts, RecentActivity, RecentOrders } from '#features/admin/dashboard/recent.tsx';
import { loadSetup, runSetupAction } from '#features/admin/setup/setup.server.ts';
import { SetupGuide } from '#features/admin/setup/setup-guide.tsx';
import { AdminPage, Panel } from '#features/admin/shared/admin-page.tsx';
import { apiFor } from '#lib/api.server.ts';
import { shortDate } from '#lib/format.ts';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { staffContext } from '#lib/guards.server.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import { Table } from '#ui/table.tsx';
import type { Route } from './+types/dashboard';

export async function loader({ request, context }: Route.LoaderArgs) {
  const isAllowed = can(context.get(staffContext), 'settings.write');
  const [dashboard, setup] = await Promise.all([
    apiFor(request).get('/admin/dashboard', Dashboard),
    isAllowed ? loadSetup(request) : null,
  ]);
  return { dashboard, setup, now: new Date() };
}

/** The forms of the set-up guide; the API allows them to owners only. */
export const action = ({ request, url }: Route.ActionArgs) => runSetupAction(request, url);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ failed: adminMessages.failed }));

export const meta = () => [{ title: pageTitle(dashboardMessages.title) }, { name: 'robots', content: 'noindex' }];

const DONE = {
  saved: setupMessages.saved,
  confirmed: setupMessages.confirmed,
  payment: setupMessages.paymentTested,
  email: setupMessages.emailQueued,
  hidden: setupMessages.hidden,
};

export default function DashboardPage({ loaderData: { dashboard, setup, now }, actionData }: Route.ComponentProps) {
  const rejected = actionData && 'reply' in actionData ? actionData : undefined;
  const failed = actionData && 'failed' in actionData ? actionData : undefined;
  const hasNoProducts = setup?.guide.steps.some(({ id, done }) => id === 'product' && !done) ?? false;
  const { cards, revenueByDay, recentOrders, popular, activity, attention, lowStock } = dashboard;
  return (
    <AdminPage title={dashboardMessages.title}>
      <FlashMessage texts={DONE} result={failed ?? (rejected && {})} />
      <div className="grid grid-cols-1 gap-6">
        {setup && <SetupGuide key={setup.settings.version} {...setup} rejected={rejected} />}
        {hasNoProducts && <NoProducts />}
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

const NoProducts = () => (
  <Panel>
    <EmptyState
      icon={Gem}
      title={setupMessages.noProducts}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <ButtonLink to="/admin/products/new" look="secondary">
            {setupActionLabels.product}
          </ButtonLink>
          <ButtonLink to="/admin/products/import" look="quiet">
            {setupActionLabels.importProducts}
          </ButtonLink>
        </div>
      }
    >
      {setupMessages.noProductsHint}
    </EmptyState>
  </Panel>
);

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
