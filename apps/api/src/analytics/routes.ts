import * as adminOperations from '@shop/contracts/analytics/admin-operations';
import * as operations from '@shop/contracts/analytics/operations';
import type { FastifyPluginAsync } from 'fastify';
import { withoutCaching } from '#platform/http/caching.ts';
import { sendCsv } from '#platform/http/download.ts';
import { handle } from '#platform/http/handle.ts';
import { showDashboard } from './dashboard.ts';
import { exportReport } from './export.ts';
import { countMenuWork } from './menu-counts.ts';
import { analyse } from './service.ts';

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
