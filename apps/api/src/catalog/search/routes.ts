import { SearchSuggestions } from '@shop/contracts/catalog/schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { suggestSearch } from '#catalog/service.ts';
import { cachePublicly } from '#platform/http/caching.ts';

export const searchRoutes: FastifyPluginAsyncZod = async (app) => {
  cachePublicly(app);

  app.get(
    '/search/suggestions',
    {
      config: { access: 'public', rate: 'search' },
      schema: {
        operationId: 'suggestSearch',
        tags: ['Catalog'],
        summary: 'Suggest categories, with their number of products, and products for a search query',
        querystring: z.strictObject({ q: z.string().trim().max(100) }),
        response: { 200: SearchSuggestions },
        errors: { 503: ['search_busy'] },
      },
    },
    (request) => request.lendSearchConnection((searchDb) => suggestSearch(searchDb, request.query.q)),
  );
};
