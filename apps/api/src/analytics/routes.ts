import { Dashboard } from '@shop/contracts/analytics/dashboard-schema';
import { Analytics, AnalyticsQuery, PageView, ReportName } from '@shop/contracts/analytics/schema';
import { Problem } from '@shop/contracts/common/problem';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { withoutCaching } from '#platform/http/caching.ts';
import { sendCsv } from '#platform/http/download.ts';
import { showDashboard } from './dashboard.ts';
import { analyse, exportReport } from './service.ts';

const tags = ['Admin: analytics'];
const errorResponses = { 401: Problem, 403: Problem, 422: Problem };

export const analyticsRoutes: FastifyPluginAsyncZod = async (app) => {
  withoutCaching(app);
  const { db } = app;

  app.get(
    '/admin/dashboard',
    {
      config: { access: 'admin.access' },
      schema: {
        tags,
        summary: 'Get the dashboard, limited to the user’s permissions',
        response: { 200: Dashboard, ...errorResponses },
      },
    },
    ({ actor }) => showDashboard(db, actor, new Date()),
  );

  app.get(
    '/admin/analytics',
    {
      config: { access: 'analytics.read' },
      schema: {
        tags,
        summary: 'Get analytics for a month or year',
        querystring: AnalyticsQuery,
        response: { 200: Analytics, ...errorResponses },
      },
    },
    ({ query }) => analyse(db, query, new Date()),
  );

  app.get(
    '/admin/analytics/:report',
    {
      config: { access: 'analytics.read' },
      schema: {
        tags,
        summary: 'Export an analytics report as CSV',
        params: z.object({ report: ReportName }),
        querystring: AnalyticsQuery,
      },
    },
    async (request, reply) => {
      const { name, text } = await exportReport(db, request.params.report, request.query, new Date());
      return sendCsv(request, reply, name, text);
    },
  );

  app.post(
    '/counts',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Analytics'],
        summary: 'Count an anonymous page view',
        body: PageView,
        response: { 204: z.undefined(), 422: Problem },
      },
    },
    async ({ body }, reply) => {
      app.visitCounter.count(body.counter);
      return reply.status(204).send();
    },
  );
};
