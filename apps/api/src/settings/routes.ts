import * as operations from '@shop/contracts/settings/operations';
import type { FastifyPluginAsync } from 'fastify';
import { cachePublicly } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { getPublicSettings } from './service.ts';

export const settingsRoutes: FastifyPluginAsync = async (app) => {
  cachePublicly(app);

  handle(app, operations.getPublicStoreSettings, { access: 'public' }, () => getPublicSettings(app.db));
};
