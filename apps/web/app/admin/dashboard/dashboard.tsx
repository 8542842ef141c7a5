import { adminMessages } from '@shop/contracts/admin/messages';
import { getDashboard } from '@shop/contracts/analytics/admin-operations';
import { COUNTED_TO } from '@shop/contracts/analytics/constants';
import { activityText, dashboardMessages } from '@shop/contracts/analytics/dashboard-messages';
import type { Dashboard, PaymentsToday as Payments, RecentOrder } from '@shop/contracts/analytics/dashboard-schema';
import { dollars, formatCharge } from '@shop/contracts/common/money';
import { can } from '@shop/contracts/common/permissions';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { storeSettingsMessages } from '@shop/contracts/settings/admin-messages';
import { getStoreSettings, updateStoreSettings } from '@shop/contracts/settings/admin-operations';
import type { StoreSettingsUpdate } from '@shop/contracts/settings/admin-schema';
import { rateNotice } from '@shop/contracts/settings/rate-notice';
import {
  confirmSetupStep,
  getSetupGuide,
  sendTestEmail,
  setSetupGuideHidden,
  testPaymentKeys,
} from '@shop/contracts/setup/admin-operations';
import { setupActionLabels, setupMessages } from '@shop/contracts/setup/messages';
import { Gem, ShoppingBag } from 'lucide-react';
import type { ReactNode } from 'react';
import { data, Link, redirect } from 'react-router';
import { redirectAfterAction } from '#admin/kit/admin-action.server.ts';
import { AdminPage, Panel } from '#admin/kit/admin-page.tsx';
import { QuietState } from '#admin/kit/cells.tsx';
import { DateRangePicker } from '#admin/kit/date-range.tsx';
import { DetailList } from '#admin/kit/detail-list.tsx';
import { formKeyOf } from '#admin/kit/form-key.tsx';
import { loadInRange } from '#admin/kit/load-range.server.ts';
import { useCan } from '#admin/kit/staff.ts';
import { CurrencyFields, IdentityFields } from '#admin/settings/store-settings-fields.ts';
import { apiFor } from '#lib/api.server.ts';
import { ShortDate, useDates } from '#lib/dates.ts';
import { monthOf } from '#lib/format.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { staffContext } from '#lib/guards.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { StatusBadge } from '#shop/orders/status-badge.tsx';
import { Badge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import { Notice } from '#ui/notice.tsx';
import { Table } from '#ui/table.tsx';
import type { Route } from './+types/dashboard';
import { LINK, LowStock, NeedsAttention } from './attention.tsx';
import { SummaryCards } from './cards.tsx';
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

/** Longer than the API waits for the payment provider. */
const PROVIDER_TEST_MS = 10_000;

/** For staff who may not change the settings. */
const NO_SETUP = { setup: null, rateNotice: undefined };

/**
 * `setup` is null if there is nothing left to set up, or the guide is hidden; the exchange rate is asked for
 * nevertheless. A failure never hides the dashboard.
 */
async function loadSetup(request: Request) {
  const api = apiFor(request);
  const [guide, settings] = await Promise.all([api.call(getSetupGuide), api.call(getStoreSettings)]);
  if (!settings.ok) return NO_SETUP;
  const isShown = guide.ok && !guide.value.hidden && guide.value.steps.some(({ done }) => !done);
  return {
    setup: isShown ? { guide: guide.value, settings: settings.value } : null,
    rateNotice: rateNotice(settings.value),
  };
}

/** The forms and buttons of the guide, by intent. */
async function runSetupAction(request: Request, url: URL) {
  const form = await formOf(request);
  const api = apiFor(request, { deadlineMs: PROVIDER_TEST_MS });
  const intent = String(form.get('intent') ?? '');
  const key = formKeyOf(form);
  switch (intent) {
    case 'identity': {
      const sent = await sendForm(
        form,
        IdentityFields,
        ({ contactEmail = null, ...fields }) => saveSettings(request, { contactEmail, ...fields }),
        adminMessages.failed,
      );
      return sent.ok ? backWith(url, 'saved') : data({ intent, reply: sent.reply }, { status: sent.status });
    }
    case 'currency': {
      const save = (fields: Partial<StoreSettingsUpdate>) => saveSettings(request, fields);
      const sent = await sendForm(form, CurrencyFields, save, adminMessages.failed);
      return sent.ok ? backWith(url, 'saved') : data({ intent, reply: sent.reply }, { status: sent.status });
    }
    case 'terms':
      return redirectAfterAction(url, 'confirmed', await api.call(confirmSetupStep, { params: { step: intent } }));
    case 'payment':
      return redirectAfterAction(url, 'payment', await api.call(testPaymentKeys, { key }));
    case 'email':
      return redirectAfterAction(url, 'email', await api.call(sendTestEmail, { key }));
    case 'hide':
      return redirectAfterAction(url, 'hidden', await api.call(setSetupGuideHidden, { body: { hidden: true } }));
    default:
      throw data(null, { status: 400 });
  }
}

/** The other settings stay as they are; a version that is out of date is rejected. */
async function saveSettings(request: Request, change: Partial<StoreSettingsUpdate>) {
  const api = apiFor(request);
  const settings = await api.read(getStoreSettings);
  return api.call(updateStoreSettings, { body: { ...settings, ...change } });
}

function backWith({ pathname }: URL, done: string): never {
  throw redirect(`${pathname}?done=${done}`);
}

const COLUMNS = [
  { label: adminOrderMessages.orderId, cell: ({ number }: RecentOrder) => `#${number}` },
  { label: adminOrderMessages.customer, cell: (order: RecentOrder) => <Customer {...order} /> },
  { label: adminOrderMessages.date, cell: ({ createdAt }: RecentOrder) => <ShortDate at={createdAt} /> },
  { label: adminOrderMessages.status, cell: ({ status }: RecentOrder) => <StatusBadge status={status} /> },
  { label: adminOrderMessages.total, cell: ({ total }: RecentOrder) => dollars(total), numeric: true },
  {
    label: adminOrderMessages.actions,
    cell: ({ id, number }: RecentOrder) => (
      <Link to={`/admin/orders/${id}`} aria-label={adminOrderMessages.viewOf(number)} className={LINK}>
        {adminOrderMessages.view}
      </Link>
    ),
  },
];

function Customer({ customer, userId }: RecentOrder) {
  return (
    <>
      <span className="block wrap-anywhere">{customer}</span>
      <span className="block wrap-anywhere text-ink-muted">{userId}</span>
    </>
  );
}

function RecentOrders({ orders }: { orders: RecentOrder[] }) {
  return (
    <Panel title={dashboardMessages.recentOrders}>
      {orders.length > 0 ? (
        // Only the customer cell may break words, for its long id.
        <div className="wrap-normal">
          <Table caption={dashboardMessages.recentOrders} columns={COLUMNS} rows={orders} keyOf={({ id }) => id} />
        </div>
      ) : (
        <EmptyState
          icon={ShoppingBag}
          title={adminOrderMessages.none}
          action={
            <ButtonLink to="/" look="secondary">
              {adminMessages.toShop}
            </ButtonLink>
          }
        >
          {adminOrderMessages.noneYet}
        </EmptyState>
      )}
      <Link to="/admin/orders" className={`mt-3 font-semibold ${LINK}`}>
        {dashboardMessages.viewAllOrders}
      </Link>
    </Panel>
  );
}

function PopularProducts({ popular }: Pick<Dashboard, 'popular'>) {
  return (
    <Panel title={dashboardMessages.popular}>
      {popular ? (
        <>
          <p className="mb-2 text-ink-muted text-small">{dashboardMessages.popularIn(monthOf(popular.month))}</p>
          <ol className="grid gap-1">
            {popular.products.map(({ id, name, units, revenue }) => (
              <li key={id} className="flex items-center justify-between gap-4 border-line border-b py-1 last:border-0">
                <span className="min-w-0">
                  <Link to={`/admin/products/edit/${id}`} className={LINK}>
                    {name}
                  </Link>
                  <span className="block text-ink-muted text-small">{dashboardMessages.sold(units)}</span>
                </span>
                <span className="shrink-0 tabular-nums">{dollars(revenue)}</span>
              </li>
            ))}
          </ol>
        </>
      ) : (
        <p className="text-ink-soft">{dashboardMessages.nothingSold}</p>
      )}
      <Link to="/admin/analytics" className={`mt-3 font-semibold ${LINK}`}>
        {dashboardMessages.toAnalytics}
      </Link>
    </Panel>
  );
}

type ActivityEntry = NonNullable<Dashboard['activity']>[number];

function RecentActivity({ activity, now }: { activity: ActivityEntry[]; now: Date }) {
  const { timeAgo } = useDates();
  return (
    <Panel title={dashboardMessages.activity}>
      {activity.length === 0 && <p className="text-ink-soft">{dashboardMessages.noActivity}</p>}
      <ul className="grid gap-3 text-small">
        {activity.map((entry) => (
          <li key={entry.id}>
            <span className="font-semibold">{entry.who ?? dashboardMessages.system}</span> {activityText(entry.action)}{' '}
            <Subject {...entry} />
            <time dateTime={entry.at} className="block text-ink-muted">
              {timeAgo(new Date(entry.at), now)}
            </time>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The order or product of the entry; a link for staff who can open its page. */
function Subject({ entity, entityId, product }: ActivityEntry) {
  const can = useCan();
  if (entity === 'order')
    return <MaybeLink to={can('orders.read') && `/admin/orders/${entityId}`}>#{entityId.slice(-8)}</MaybeLink>;
  if (entity === 'product')
    return (
      <MaybeLink to={can('products.read') && `/admin/products/edit/${entityId}`}>
        {product ?? entityId.slice(-8)}
      </MaybeLink>
    );
  return null;
}

function MaybeLink({ to, children }: { to: string | false; children: ReactNode }) {
  if (!to) return children;
  return (
    <Link to={to} className="text-violet underline underline-offset-4">
      {children}
    </Link>
  );
}

/** Today's sums by our records and by the provider's reports. */
function PaymentsToday({ payments: { sums, differences, comparedAt } }: { payments: Payments }) {
  const { dateTime } = useDates();
  const areEqual = sums.every(({ oursMinor, providerMinor }) => oursMinor === providerMinor);
  return (
    <Panel title={dashboardMessages.paymentsToday}>
      {sums.length === 0 && <p className="text-ink-soft text-small">{dashboardMessages.noPayments}</p>}
      {sums.map(({ currency, oursMinor, providerMinor }) => (
        <DetailList
          key={currency}
          of={{
            [dashboardMessages.ourRecords]: formatCharge(oursMinor, currency),
            [dashboardMessages.provider]: formatCharge(providerMinor, currency),
          }}
        />
      ))}
      <p className="mt-3 text-small">
        {differences === 0 && areEqual ? (
          <QuietState dot="good">{dashboardMessages.noDifferences}</QuietState>
        ) : (
          <Link to="/admin/payments">
            <Badge tone="cancelled">
              {differences > 0 ? dashboardMessages.differences(countText(differences)) : dashboardMessages.sumsDiffer}
            </Badge>
          </Link>
        )}
      </p>
      <p className="mt-2 text-[13px] text-ink-muted">
        {comparedAt ? dashboardMessages.comparedAt(dateTime(new Date(comparedAt))) : dashboardMessages.reportedSoFar}
      </p>
      <Link to="/admin/payments" className={LINK}>
        {dashboardMessages.payments}
      </Link>
    </Panel>
  );
}

const countText = (count: number) => (count > COUNTED_TO ? `${COUNTED_TO}+` : `${count}`);
