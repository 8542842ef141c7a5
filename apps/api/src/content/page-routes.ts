import * as operations from '@shop/contracts/content/operations';
import type { FastifyPluginAsync } from 'fastify';
import { cachePublicly } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { getPublishedPage } from './browse-pages.ts';
import { listPublishedLinks } from './page-queries.ts';

export const pageRoutes: FastifyPluginAsync = async (app) => {
  cachePublicly(app);

  handle(app, operations.listPublishedPages, { access: 'public' }, () => app.db.run(listPublishedLinks()));

  handle(app, operations.getPublishedPage, { access: 'public' }, ({ params }) => getPublishedPage(app.db, params.slug));
};
