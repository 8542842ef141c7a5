import { HeroSlide, HomePage, SiteContent } from '@shop/contracts/content/home-schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { cachePublicly } from '#platform/http/caching.ts';
import { listHeroSlides } from './queries.ts';
import { getHomePage, getSiteContent } from './service.ts';

const config = { access: 'public' } as const;
const tags = ['Storefront content'];

export const homeContentRoutes: FastifyPluginAsyncZod = async (app) => {
  cachePublicly(app);

  app.get(
    '/home',
    {
      config,
      schema: {
        operationId: 'getHomePage',
        tags,
        summary: 'Get the home page: its blocks in order, with their content',
        response: { 200: HomePage },
      },
    },
    ({ readDb }) => getHomePage(readDb),
  );

  app.get(
    '/site',
    {
      config,
      schema: {
        operationId: 'getSiteContent',
        tags,
        summary: 'Get the current announcement and the links of header and footer',
        response: { 200: SiteContent },
      },
    },
    ({ readDb }) => getSiteContent(readDb),
  );

  app.get(
    '/hero-slides',
    {
      config,
      schema: {
        operationId: 'listHeroSlides',
        tags,
        summary: 'List the hero slides of the home page',
        response: { 200: z.array(HeroSlide) },
      },
    },
    ({ readDb }) => listHeroSlides(readDb),
  );
};
