import { ATTENTION, type CARDS } from '@shop/contracts/analytics/constants';
import type { Dashboard, PaymentsToday } from '@shop/contracts/analytics/dashboard-schema';
import { type DashboardQuery, TOP_ROWS_SHOWN } from '@shop/contracts/analytics/schema';
import { startOfDay } from '@shop/contracts/common/days';
import { toAmount } from '@shop/contracts/common/money';
import type { Permission } from '@shop/contracts/common/permissions';
import type { Db } from '#platform/database/db.ts';
import { minor, present, text, timestamp } from '#platform/database/row.ts';
import { all, first } from '#platform/database/sql.ts';
import { type Actor, canNow } from '#platform/http/access.ts';
import { toIso } from '#platform/timestamps.ts';
import { countAttention, listLowStock, listNewestOrders, listRecentActivity } from './dashboard-queries.ts';
import { findLastMonth, listTopRows } from './queries.ts';
import { loadFigures, type ReportRange, rangeOf, reportedRange } from './range.ts';
import { changeOf, granularityOf } from './rules.ts';

const ORDERS = 5;
const POPULAR = 5;
const ACTIVITY_SHOWN = 8;
const LOW = 5;

const REQUIRED_PERMISSIONS: Record<(typeof ATTENTION)[number], Permission> = {
  toShip: 'orders.read',
  atRisk: 'orders.read',
  unpaid: 'orders.read',
  lowStock: 'products.read',
  tickets: 'tickets.read',
  reviews: 'reviews.read',
  paymentProblems: 'system.read',
  failedJobs: 'system.read',
};

/** Each section requires the permission for its data; without it, the section is null and not queried. */
export async function showDashboard(db: Db, actor: Actor, query: DashboardQuery, now: Date): Promise<Dashboard> {
  const ifAllowed = async <T>(permission: Permission, load: () => Promise<T>) =>
    canNow(actor, permission) ? load() : null;
  const range = await rangeOf(db, query, now);
  const [metrics, recentOrders, popular, activity, paymentsToday, attention, lowStock] = await Promise.all([
    ifAllowed('analytics.read', () => loadCards(db, range)),
    ifAllowed('orders.read', () => loadRecentOrders(db)),
    ifAllowed('analytics.read', () => loadPopularProducts(db)),
    ifAllowed('audit.read', () => loadActivity(db)),
    ifAllowed('system.read', () => loadPaymentsToday(db, range)),
    Promise.all(
      ATTENTION.map((to) =>
        ifAllowed(REQUIRED_PERMISSIONS[to], async () => ({ to, ...(await db.run(countAttention(to))) })),
      ),
    ),
    ifAllowed('products.read', () => loadLowStock(db)),
  ]);
  return {
    range: reportedRange(range),
    cards: metrics?.cards ?? null,
    points: metrics?.points ?? null,
    recentOrders,
    popular,
    activity,
    paymentsToday,
    attention: attention.filter((entry) => entry !== null),
    lowStock,
  };
}

/** The four cards with their changes, and their figures by day. */
async function loadCards(db: Db, range: ReportRange) {
  const { points, totals, totalsBefore } = await loadFigures(db, range, granularityOf(range));
  const card = (name: (typeof CARDS)[number]) => ({
    value: totals[name],
    change: changeOf(totals[name], totalsBefore?.[name] ?? null),
  });
  return {
    cards: {
      revenue: { ...card('revenue'), unpaid: totals.unpaid },
      orders: card('orders'),
      customers: card('customers'),
      abandonment: card('abandonment'),
    },
    points,
  };
}

const loadRecentOrders = async (db: Db) =>
  (await db.run(listNewestOrders(ORDERS))).map(({ totalCents, createdAt, ...order }) => ({
    ...order,
    total: toAmount(totalCents),
    createdAt: toIso(createdAt),
  }));

async function loadPopularProducts(db: Db) {
  const { start: month } = (await db.run(findLastMonth())) ?? {};
  if (!month) return null;
  const rows = await db.run(listTopRows('product', [{ grain: 'month', start: month }], TOP_ROWS_SHOWN));
  const products = rows.flatMap(({ key, name, units, cents }) =>
    name === null ? [] : [{ id: key, name, units, revenue: toAmount(cents) }],
  );
  return { month, products: products.slice(0, POPULAR) };
}

const loadActivity = async (db: Db) =>
  (await db.run(listRecentActivity(ACTIVITY_SHOWN))).map((entry) => ({ ...entry, at: toIso(entry.at) }));

async function loadLowStock(db: Db) {
  const variants = await db.run(listLowStock());
  return { count: variants.length, variants: variants.slice(0, LOW) };
}

async function loadPaymentsToday(db: Db, { today, timeZone }: ReportRange): Promise<PaymentsToday> {
  const [sums, differences, comparison] = await Promise.all([
    db.run(sumPaymentsSince(startOfDay(today, timeZone))),
    db.run(countAttention('paymentProblems')),
    db.run(findLastComparison()),
  ]);
  return { sums, differences: differences.count, comparedAt: comparison ? toIso(comparison.at) : null };
}

/**
 * Payments received since then, by currency. Ours are the charges of their orders, and payments without an order once
 * these are refunded or settled. The provider's are the amounts it has reported, corrected by the open differences: with
 * payments that are missing here, and without those it does not have. Ids start with their time, so a day is a range of
 * the primary key.
 */
function sumPaymentsSince(since: Date) {
  const time = since.toISOString();
  return all('analytics.sumPaymentsSince', {
    currency: present(text, 'a difference without one is left out'),
    oursMinor: minor,
    providerMinor: present(minor, 'a difference with a currency has an amount'),
  })`
    with received as (
           select p.currency, p.amount_minor, differs.kind, differs.details,
                  case when p.order_id is not null then coalesce(o.charge_minor, 0)
                       when waits_for_refund(p) then 0 else p.amount_minor end as ours
             from payments p left join orders o on o.id = p.order_id and o.charge_currency = p.currency
             left join lateral (
               select d.kind, d.details from reconciliation_differences d
                where d.reference = p.provider_payment_id and d.resolved_at is null
                  and d.kind in ('not_at_provider', 'amount_differs')
                order by d.kind desc limit 1) differs on true
            where p.id >= (lpad(to_hex((extract(epoch from ${time}::timestamptz) * 1000)::bigint), 12, '0')
                           || repeat('0', 20))::uuid
              and p.created_at >= ${time}::timestamptz and p.status in ('captured', 'refunded')),
         sums as (
           select currency, ours, 0 as theirs from received
            union all
           select coalesce(details ->> 'currency', currency), 0,
                  case kind when 'not_at_provider' then 0
                            else coalesce((details ->> 'amountMinor')::bigint, amount_minor) end
             from received
            union all
           -- One payment can be listed for several reasons.
           select d.details ->> 'currency', 0, max((d.details ->> 'amountMinor')::bigint)
             from reconciliation_differences d
            where d.resolved_at is null and d.found_at >= ${time}::timestamptz
              and d.kind in ('missed', 'not_processed', 'unknown_order') and d.details ->> 'currency' is not null
              and coalesce(d.details ->> 'status', 'captured') in ('captured', 'refunded')
              and coalesce(d.details ->> 'isVoided', 'false') = 'false'
              and not exists (select from payments p where p.provider_payment_id = d.reference
                                 and p.provider = 'razorpay' and p.status in ('captured', 'refunded'))
            group by d.reference, d.details ->> 'currency')
    select currency, sum(ours) as ours_minor, sum(theirs) as provider_minor
      from sums group by currency order by currency`;
}

/** When the daily comparison with the provider was last started. */
const findLastComparison = () =>
  first('analytics.findLastComparison', { at: timestamp })`
    select last_execution as at from graphile_worker._private_known_crontabs
     where identifier = 'compare_payments' and last_execution is not null`;
