import { PAGE_SLUG_MAX } from '@shop/contracts/content/constants';
import { Page, PageLink } from '@shop/contracts/content/schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { cachePublicly } from '#platform/http/caching.ts';
import { getPublishedPage } from './browse.ts';
import { listPublishedLinks } from './queries.ts';

const tags = ['Pages'];
const config = { access: 'public' } as const;

export const pageRoutes: FastifyPluginAsyncZod = async (app) => {
  cachePublicly(app);

  app.get(
    '/pages',
    {
      config,
      schema: {
        operationId: 'listPublishedPages',
        tags,
        summary: 'List the published pages that the owner has added',
        response: { 200: z.array(PageLink) },
      },
    },
    () => listPublishedLinks(app.db),
  );

  app.get(
    '/pages/:slug',
    {
      config,
      schema: {
        operationId: 'getPublishedPage',
        tags,
        summary: 'Get a published page. A built-in page that was never published is not found',
        params: z.object({ slug: z.string().max(PAGE_SLUG_MAX) }),
        response: { 200: Page },
        errors: { 404: ['page_not_found'] },
      },
    },
    ({ params }) => getPublishedPage(app.db, params.slug),
  );
};
