import * as operations from '@shop/contracts/content/operations';
import type { FastifyPluginAsync } from 'fastify';
import { cachePublicly } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { getHomePage, getSiteContent } from './home.ts';
import { listHeroSlides } from './home-queries.ts';

export const homeContentRoutes: FastifyPluginAsync = async (app) => {
  cachePublicly(app);

  handle(app, operations.getHomePage, { access: 'public' }, ({ readDb }) => getHomePage(readDb));

  handle(app, operations.getSiteContent, { access: 'public' }, ({ readDb }) => getSiteContent(readDb));

  handle(app, operations.listHeroSlides, { access: 'public' }, ({ readDb }) => readDb.run(listHeroSlides()));
};
