import * as operations from '@shop/contracts/analytics/admin-operations';
import type { FastifyPluginAsync } from 'fastify';
import { withoutCaching } from '#platform/http/caching.ts';
import { sendCsv } from '#platform/http/download.ts';
import { handle } from '#platform/http/handle.ts';
import { browseDemand, chooseRemedy } from './demand.ts';
import { exportDemand } from './demand-export.ts';

export const demandRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);

  handle(app, operations.listUnmetDemand, { access: 'analytics.read' }, ({ query, readDb }) =>
    browseDemand(readDb, query, new Date()),
  );

  handle(app, operations.exportUnmetDemand, { access: 'analytics.read' }, async (request, reply) => {
    const { name, text } = await exportDemand(request.readDb, request.query, new Date());
    return sendCsv(request, reply, name, text);
  });

  handle(app, operations.setDemandRemedy, { access: 'products.write', rate: 'cart' }, ({ actor, body }) =>
    chooseRemedy(app.db, actor, body),
  );
};
