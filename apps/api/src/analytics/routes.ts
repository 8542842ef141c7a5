import { MenuCounts } from '@shop/contracts/admin/menu-schema';
import { Dashboard } from '@shop/contracts/analytics/dashboard-schema';
import { Analytics, AnalyticsQuery, DashboardQuery, PageView, ReportName } from '@shop/contracts/analytics/schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { withoutCaching } from '#platform/http/caching.ts';
import { sendCsv } from '#platform/http/download.ts';
import { showDashboard } from './dashboard.ts';
import { exportReport } from './export.ts';
import { countMenuWork } from './menu-counts.ts';
import { analyse } from './service.ts';

const tags = ['Admin: analytics'];

export const analyticsRoutes: FastifyPluginAsyncZod = async (app) => {
  withoutCaching(app);

  app.get(
    '/admin/dashboard',
    {
      config: { access: 'admin.access' },
      schema: {
        operationId: 'getDashboard',
        tags,
        summary: 'Get the dashboard, limited to the user’s permissions',
        querystring: DashboardQuery,
        errors: { 422: ['range_too_long'] },
        response: { 200: Dashboard },
      },
    },
    ({ actor, query, readDb }) => showDashboard(readDb, actor, query, new Date()),
  );

  app.get(
    '/admin/menu-counts',
    {
      config: { access: 'admin.access' },
      schema: {
        operationId: 'getMenuCounts',
        tags,
        summary: 'Count the work that waits, limited to the user’s permissions',
        response: { 200: MenuCounts },
      },
    },
    ({ actor }) => countMenuWork(app.db, actor),
  );

  app.get(
    '/admin/analytics',
    {
      config: { access: 'analytics.read' },
      schema: {
        operationId: 'getAnalytics',
        tags,
        summary: 'Get analytics for a range of days',
        querystring: AnalyticsQuery,
        errors: { 422: ['range_too_long'] },
        response: { 200: Analytics },
      },
    },
    ({ actor, query, readDb }) => analyse(readDb, actor, query, new Date()),
  );

  app.get(
    '/admin/analytics/:report',
    {
      config: { access: 'analytics.read' },
      schema: {
        operationId: 'exportAnalyticsReport',
        tags,
        summary: 'Export an analytics report as CSV',
        params: z.object({ report: ReportName }),
        querystring: AnalyticsQuery,
        errors: { 422: ['range_too_long'] },
        produces: ['text/csv'],
      },
    },
    async (request, reply) => {
      const { actor, params, query, readDb } = request;
      const { name, text } = await exportReport(readDb, actor, params.report, query, new Date());
      return sendCsv(request, reply, name, text);
    },
  );

  app.post(
    '/counts',
    {
      config: { access: 'public', writes: false },
      schema: {
        operationId: 'countPageView',
        tags: ['Analytics'],
        summary: 'Count an anonymous page view, search or sold-out product',
        body: PageView,
        response: { 204: z.undefined() },
      },
    },
    async ({ body }, reply) => {
      if (body.counter === 'visits' || body.counter === 'products') app.visitCounter.count(body.counter);
      else app.demandCounter.count(body);
      return reply.status(204).send();
    },
  );
};
