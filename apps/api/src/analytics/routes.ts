import type { MenuCounts } from '@shop/contracts/admin/menu-schema';
import * as adminOperations from '@shop/contracts/analytics/admin-operations';
import type { Report } from '@shop/contracts/analytics/constants';
import { analyticsMessages } from '@shop/contracts/analytics/messages';
import * as operations from '@shop/contracts/analytics/operations';
import { type AnalyticsQuery, TOP_ROWS_EXPORTED } from '@shop/contracts/analytics/schema';
import type { Permission } from '@shop/contracts/common/permissions';
import type { FastifyPluginAsync } from 'fastify';
import { csvRow } from '#platform/csv.ts';
import type { Db } from '#platform/database/db.ts';
import { type Actor, canNow, forbidden } from '#platform/http/access.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { sendCsv } from '#platform/http/download.ts';
import { handle } from '#platform/http/handle.ts';
import { showDashboard } from './dashboard.ts';
import { findMenuCounts } from './dashboard-queries.ts';
import { listZeroResultSearches, type Subject } from './queries.ts';
import { loadFigures, rangeOf } from './range.ts';
import { granularityOf } from './rules.ts';
import { analyse, funnelOf, loadTopRows } from './service.ts';

export const analyticsRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);

  handle(app, adminOperations.getDashboard, { access: 'admin.access' }, ({ actor, query, readDb }) =>
    showDashboard(readDb, actor, query, new Date()),
  );

  handle(app, adminOperations.getMenuCounts, { access: 'admin.access' }, ({ actor }) => countMenuWork(app.db, actor));

  handle(app, adminOperations.getAnalytics, { access: 'analytics.read' }, ({ actor, query, readDb }) =>
    analyse(readDb, actor, query, new Date()),
  );

  handle(app, adminOperations.exportAnalyticsReport, { access: 'analytics.read' }, async (request, reply) => {
    const { actor, params, query, readDb } = request;
    const { name, text } = await exportReport(readDb, actor, params.report, query, new Date());
    return sendCsv(request, reply, name, text);
  });

  handle(app, operations.countPageView, { access: 'public', writes: false }, async (request) => {
    const { body } = request;
    if (body.counter === 'visits' || body.counter === 'products') app.visitCounter.count(body.counter);
    else await app.demandCounter.count(body, request);
  });
};

const REQUIRED_PERMISSIONS: Record<keyof MenuCounts, Permission> = {
  ordersToShip: 'orders.read',
  openTickets: 'tickets.read',
  pendingReviews: 'reviews.read',
  paymentProblems: 'system.read',
  failedJobs: 'system.read',
};

/** What the actor has no permission for is not counted. */
function countMenuWork(db: Db, actor: Actor): Promise<MenuCounts> {
  return db.run(findMenuCounts((name) => canNow(actor, REQUIRED_PERMISSIONS[name])));
}

const { columns } = analyticsMessages;
const amount = (value: number | null) => value?.toFixed(2) ?? '';

type Rows = (string | number)[][];

/** A report as CSV, with more rows than the page shows. */
async function exportReport(db: Db, actor: Actor, report: Report, query: AnalyticsQuery, now: Date) {
  const range = await rangeOf(db, query, now);
  const by = query.by ?? granularityOf(range);
  const topRows = (subject: Subject) => loadTopRows(db, subject, range, TOP_ROWS_EXPORTED);
  const withUnits = async (subject: Subject): Promise<Rows> => [
    [columns.name, columns.orders, columns.units, columns.value, columns.earlier],
    ...(await topRows(subject)).map(({ name, orders, units, revenue, before }) => [
      name,
      orders,
      units,
      amount(revenue),
      amount(before),
    ]),
  ];
  const byName = async (subject: Subject, [count, value]: [string, string]): Promise<Rows> => [
    [columns.name, count, value, columns.earlier],
    ...(await topRows(subject)).map(({ name, orders, revenue, before }) => [
      name,
      orders,
      amount(revenue),
      amount(before),
    ]),
  ];
  const tables: Record<Report, () => Promise<Rows>> = {
    async sales() {
      const { points } = await loadFigures(db, range, by);
      return [
        [columns.start, columns.revenue, columns.orders, columns.units, columns.revenueBefore, columns.ordersBefore],
        ...points.map(({ start, revenue, orders, units, before }) => [
          start,
          amount(revenue),
          orders,
          units,
          amount(before?.revenue ?? null),
          before?.orders ?? '',
        ]),
      ];
    },
    async refunds() {
      const { points } = await loadFigures(db, range, by);
      return [
        [columns.start, columns.refunds, columns.refunded],
        ...points.map(({ start, refunds, refundCount }) => [start, refundCount, amount(refunds)]),
      ];
    },
    categories: () => withUnits('category'),
    products: () => withUnits('product'),
    methods: () => byName('payment_method', [columns.orders, columns.revenue]),
    discountCodes: () => byName('discount_code', [columns.orders, columns.revenue]),
    customers: () => {
      if (!canNow(actor, 'customers.read')) throw forbidden();
      return byName('customer', [columns.orders, columns.revenue]);
    },
    refundedProducts: () => byName('refunded_product', [columns.refunds, columns.refunded]),
    async funnel() {
      const { counts, totals } = await loadFigures(db, range, by);
      return [
        [columns.step, columns.count],
        ...funnelOf(counts, totals.orders).map(({ step, count }) => [analyticsMessages.steps[step], count]),
      ];
    },
    async searches() {
      const rows = await db.run(listZeroResultSearches(range, TOP_ROWS_EXPORTED));
      return [[columns.query, columns.count], ...rows.map(({ query: searchQuery, count }) => [searchQuery, count])];
    },
  };
  const rows = await tables[report]();
  return {
    name: `${report}-${range.from}-${range.to}.csv`,
    text: rows.map((cells) => csvRow(cells)).join(''),
  };
}
