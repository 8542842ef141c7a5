import { adminMessages } from '@shop/contracts/admin/messages';
import { getDashboard } from '@shop/contracts/analytics/admin-operations';
import { dashboardMessages } from '@shop/contracts/analytics/dashboard-messages';
import { can } from '@shop/contracts/common/permissions';
import { storeSettingsMessages } from '@shop/contracts/settings/admin-messages';
import { setupActionLabels, setupMessages } from '@shop/contracts/setup/messages';
import { Gem } from 'lucide-react';
import { Link } from 'react-router';
import { AdminPage, Panel } from '#admin/kit/admin-page.tsx';
import { DateRangePicker } from '#admin/kit/date-range.tsx';
import { loadInRange } from '#admin/kit/load-range.server.ts';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { staffContext } from '#lib/guards.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/dashboard';
import { LowStock, NeedsAttention } from './attention.tsx';
import { SummaryCards } from './cards.tsx';
import { PaymentsToday } from './payments-today.tsx';
import { PopularProducts, RecentActivity, RecentOrders } from './recent.tsx';
import { loadSetup, NO_SETUP, runSetupAction } from './setup.server.ts';
import { SetupGuide } from './setup-guide.tsx';

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const isAllowed = can(context.get(staffContext), 'settings.write');
  const [{ figures: dashboard, errors }, { setup, rateNotice }] = await Promise.all([
    loadInRange(request, getDashboard, url.searchParams),
    isAllowed ? loadSetup(request) : NO_SETUP,
  ]);
  return { dashboard, errors, setup, rateNotice, now: new Date() };
}

/** The forms of the set-up guide; the API allows them to owners only. */
export const action = ({ request, url }: Route.ActionArgs) => runSetupAction(request, url);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ failed: adminMessages.failed }));

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, dashboardMessages.title);

const DONE = {
  saved: setupMessages.saved,
  confirmed: setupMessages.confirmed,
  payment: setupMessages.paymentTested,
  email: setupMessages.emailQueued,
  hidden: setupMessages.hidden,
};

export default function DashboardPage({ loaderData, actionData }: Route.ComponentProps) {
  const { dashboard, errors, setup, rateNotice, now } = loaderData;
  const rejected = actionData && 'reply' in actionData ? actionData : undefined;
  const failed = actionData && 'failed' in actionData ? actionData : undefined;
  const hasNoProducts = setup?.guide.steps.some(({ id, done }) => id === 'product' && !done) ?? false;
  const { range, cards, points, recentOrders, popular, activity, paymentsToday, attention, lowStock } = dashboard;
  return (
    <AdminPage title={dashboardMessages.title} actions={cards && <DateRangePicker range={range} errors={errors} />}>
      <FlashMessage texts={DONE} result={failed ?? (rejected && {})} />
      <div className="grid grid-cols-1 gap-4">
        {rateNotice && (
          <Notice kind="warning">
            {rateNotice}{' '}
            <Link to="/admin/settings" className="font-medium text-violet underline underline-offset-4">
              {storeSettingsMessages.toRate}
            </Link>
          </Notice>
        )}
        {setup && <SetupGuide key={setup.settings.version} {...setup} rejected={rejected} />}
        {hasNoProducts && <NoProducts />}
        <NeedsAttention attention={attention} />
        {cards && points && <SummaryCards cards={cards} points={points} range={range} />}
        {recentOrders && <RecentOrders orders={recentOrders} />}
        <div className="grid grid-cols-1 items-start gap-4 desktop:grid-cols-2">
          {activity && <RecentActivity activity={activity} now={now} />}
          <div className="grid min-w-0 grid-cols-1 gap-4">
            {cards && <PopularProducts popular={popular} />}
            {paymentsToday && <PaymentsToday payments={paymentsToday} />}
            <LowStock lowStock={lowStock} />
          </div>
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
