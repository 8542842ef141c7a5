import * as operations from '@shop/contracts/payments/admin-operations';
import type { FastifyPluginAsync } from 'fastify';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { browseDisputes } from './disputes.ts';

export const adminDisputeRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);

  handle(app, operations.listPaymentDisputes, { access: 'system.read' }, () => browseDisputes(app.db));
};
