import { ATTENTION } from '@shop/contracts/analytics/constants';
import type { Dashboard } from '@shop/contracts/analytics/dashboard-schema';
import { TOP_ROWS_SHOWN } from '@shop/contracts/analytics/schema';
import { toAmount } from '@shop/contracts/common/money';
import type { Permission } from '@shop/contracts/common/permissions';
import type { Db } from '#platform/database/db.ts';
import { type Actor, canNow } from '#platform/http/access.ts';
import { toIso } from '#platform/timestamps.ts';
import { countAttention, listLowStock, listNewestOrders, listRecentActivity } from './dashboard-queries.ts';
import { type DayCount, findLastMonth, listCounts, listDaysOfSales, listTopRows } from './queries.ts';
import { abandonmentOf, changeOf, compareDays, type DayOfSales, periodBefore, plusDays, spanOf } from './rules.ts';

const DAYS = 30;
const ORDERS = 5;
const POPULAR = 5;
const ACTIVITY_SHOWN = 8;
const LOW = 5;

const REQUIRED_PERMISSIONS: Record<(typeof ATTENTION)[number], Permission> = {
  unpaid: 'orders.read',
  tickets: 'tickets.read',
  reviews: 'reviews.read',
  orphanedPayments: 'system.read',
  failedJobs: 'system.read',
};

/** Each section requires the permission for its data; without it, the section is null and not queried. */
export async function showDashboard(db: Db, actor: Actor, now: Date): Promise<Dashboard> {
  const ifAllowed = async <T>(permission: Permission, load: () => Promise<T>) =>
    canNow(actor, permission) ? load() : null;
  const [metrics, recentOrders, popular, activity, attention, lowStock] = await Promise.all([
    ifAllowed('analytics.read', () => loadMonth(db, now)),
    ifAllowed('orders.read', () => loadRecentOrders(db)),
    ifAllowed('analytics.read', () => loadPopularProducts(db)),
    ifAllowed('audit.read', () => loadActivity(db)),
    Promise.all(
      ATTENTION.map((to) =>
        ifAllowed(REQUIRED_PERMISSIONS[to], async () => ({ to, count: await countAttention(db, to) })),
      ),
    ),
    ifAllowed('products.read', () => loadLowStock(db)),
  ]);
  return {
    cards: metrics?.cards ?? null,
    revenueByDay: metrics?.revenueByDay ?? null,
    recentOrders,
    popular,
    activity,
    attention: attention.filter((entry) => entry !== null).filter(({ count }) => count > 0),
    lowStock,
  };
}

/** This month so far compared with the same days of last month, and the revenue of the last thirty days, in UTC. */
async function loadMonth(db: Db, now: Date) {
  const today = now.toISOString().slice(0, 10);
  const month = spanOf(today.slice(0, 7));
  const lastMonth = spanOf(periodBefore(month)).start;
  const firstInChart = plusDays(today, 1 - DAYS);
  // On the first of March the chart begins in January.
  const [first = lastMonth] = [firstInChart, lastMonth].toSorted();
  const [days, counts] = await Promise.all([
    listDaysOfSales(db, first, month.end),
    listCounts(db, lastMonth, month.end),
  ]);
  const sales = compareDays(
    days.filter(({ day }) => day >= lastMonth),
    month,
    today,
  );
  const counted = compareDays(counts, month, today);
  const [present, past] = [sumUp(sales.now, counted.now), sumUp(sales.before, counted.before)];
  const card = (name: keyof Omit<typeof present, 'unpaid'>) => ({
    value: present[name],
    change: changeOf(present[name], past[name]),
  });
  const byDay = new Map(days.map(({ day, cents }) => [day, cents]));
  return {
    cards: {
      revenue: { ...card('revenue'), unpaid: present.unpaid },
      orders: card('orders'),
      customers: card('customers'),
      abandonment: card('abandonment'),
    },
    revenueByDay: Array.from({ length: DAYS }, (_, n) => plusDays(firstInChart, n)).map((day) => ({
      day,
      revenue: toAmount(byDay.get(day) ?? 0),
    })),
  };
}

function sumUp(days: readonly DayOfSales[], counts: readonly DayCount[]) {
  const counted = (metric: string) => counts.reduce((sum, row) => sum + (row.metric === metric ? row.count : 0), 0);
  const orders = days.reduce((sum, day) => sum + day.orders, 0);
  return {
    revenue: toAmount(days.reduce((sum, { cents }) => sum + cents, 0)),
    unpaid: toAmount(days.reduce((sum, { unpaidCents }) => sum + unpaidCents, 0)),
    orders,
    customers: counted('customers'),
    abandonment: abandonmentOf(counted('carts'), orders),
  };
}

const loadRecentOrders = async (db: Db) =>
  (await listNewestOrders(db, ORDERS)).map(({ totalCents, createdAt, ...order }) => ({
    ...order,
    total: toAmount(totalCents),
    createdAt: toIso(createdAt),
  }));

async function loadPopularProducts(db: Db) {
  const month = await findLastMonth(db);
  if (!month) return null;
  const rows = await listTopRows(db, 'product', { grain: 'month', start: month }, TOP_ROWS_SHOWN);
  const products = rows.flatMap(({ key, name, units, cents }) =>
    name === null ? [] : [{ id: key, name, units, revenue: toAmount(cents) }],
  );
  return { month, products: products.slice(0, POPULAR) };
}

const loadActivity = async (db: Db) =>
  (await listRecentActivity(db, ACTIVITY_SHOWN)).map((entry) => ({ ...entry, at: toIso(entry.at) }));

async function loadLowStock(db: Db) {
  const variants = await listLowStock(db);
  return { count: variants.length, variants: variants.slice(0, LOW) };
}
