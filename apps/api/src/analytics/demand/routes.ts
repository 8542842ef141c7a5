import { Demand, DemandQuery, RemedyChoice, RemedyResponse } from '@shop/contracts/analytics/demand-schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { withoutCaching } from '#platform/http/caching.ts';
import { sendCsv } from '#platform/http/download.ts';
import { exportDemand } from './export.ts';
import { browseDemand, chooseRemedy } from './service.ts';

const tags = ['Admin: analytics'];

export const demandRoutes: FastifyPluginAsyncZod = async (app) => {
  withoutCaching(app);

  app.get(
    '/admin/demand',
    {
      config: { access: 'analytics.read' },
      schema: {
        operationId: 'listUnmetDemand',
        tags,
        summary: 'List searches, products and variants that shoppers looked for and did not get',
        querystring: DemandQuery,
        errors: { 422: ['range_too_long'] },
        response: { 200: Demand },
      },
    },
    ({ query, readDb }) => browseDemand(readDb, query, new Date()),
  );

  app.get(
    '/admin/demand/export',
    {
      config: { access: 'analytics.read' },
      schema: {
        operationId: 'exportUnmetDemand',
        tags,
        summary: 'Export a list of unmet demand as CSV',
        querystring: DemandQuery,
        errors: { 422: ['range_too_long'] },
        produces: ['text/csv'],
      },
    },
    async (request, reply) => {
      const { name, text } = await exportDemand(request.readDb, request.query, new Date());
      return sendCsv(request, reply, name, text);
    },
  );

  app.put(
    '/admin/demand/remedies',
    {
      config: { access: 'products.write', rate: 'cart' },
      schema: {
        operationId: 'setDemandRemedy',
        tags,
        summary: 'Mark unmet demand as done with a remedy, or reopen it',
        body: RemedyChoice,
        response: { 200: RemedyResponse },
        errors: { 404: ['demand_not_found'] },
      },
    },
    ({ actor, body }) => chooseRemedy(app.db, actor, body),
  );
};
