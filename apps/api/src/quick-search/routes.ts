import * as operations from '@shop/contracts/quick-search/admin-operations';
import type { FastifyPluginAsync } from 'fastify';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { find } from './service.ts';

export const findRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);

  handle(app, operations.findInAdmin, { access: 'admin.access', rate: 'search' }, ({ actor, query }) =>
    find(app.db, actor, query.q),
  );
};
