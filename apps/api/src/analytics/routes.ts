import { Analytics, AnalyticsQuery, ReportName, Seen } from '@shop/contracts/analytics';
import { Dashboard } from '@shop/contracts/dashboard';
import { Problem } from '@shop/contracts/problem';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { privately } from '#platform/caching.ts';
import { sendTable } from '#platform/download.ts';
import { showDashboard } from './dashboard.ts';
import { analyse, download } from './service.ts';

const tags = ['Admin: figures'];
const refusals = { 401: Problem, 403: Problem, 422: Problem };

export const analyticsRoutes: FastifyPluginAsyncZod = async (app) => {
  privately(app);
  const { db } = app;

  app.get(
    '/admin/dashboard',
    {
      config: { access: 'panel.enter' },
      schema: {
        tags,
        summary: 'The first page of the panel, as far as one may see it',
        response: { 200: Dashboard, ...refusals },
      },
    },
    ({ actor }) => showDashboard(db, actor, new Date()),
  );

  app.get(
    '/admin/analytics',
    {
      config: { access: 'analytics.see' },
      schema: {
        tags,
        summary: 'Sales, visits and searches of a month or year',
        querystring: AnalyticsQuery,
        response: { 200: Analytics, ...refusals },
      },
    },
    ({ query }) => analyse(db, query, new Date()),
  );

  app.get(
    '/admin/analytics/:report',
    {
      config: { access: 'analytics.see' },
      schema: {
        tags,
        summary: 'One of its reports as CSV',
        params: z.object({ report: ReportName }),
        querystring: AnalyticsQuery,
      },
    },
    async (request, reply) => {
      const { name, text } = await download(db, request.params.report, request.query, new Date());
      return sendTable(request, reply, name, text);
    },
  );

  app.post(
    '/counts',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Counting'],
        summary: 'A page was opened: one more, of nobody in particular',
        body: Seen,
        response: { 204: z.undefined(), 422: Problem },
      },
    },
    async ({ body }, reply) => {
      app.tally.count(body.seen);
      return reply.status(204).send();
    },
  );
};
