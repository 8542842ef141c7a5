import { SEARCH_HEADER } from '@shop/contracts/catalog/constants';
import * as operations from '@shop/contracts/catalog/operations';
import type { FastifyPluginAsync } from 'fastify';
import { countFacets } from '#catalog/search/facets.ts';
import { cachePublicly } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { setNextCursorLink } from '#platform/http/paging.ts';
import { sendJson } from '#platform/http/send-json.ts';
import { listBrands, listCategories } from './product-queries.ts';
import {
  browseProducts,
  featuredProducts,
  getBrand,
  getCategory,
  getProduct,
  readReviews,
  suggestProducts,
  suggestSearch,
  summarizeProducts,
} from './service.ts';

const hasSearchQuery = (query: unknown) => typeof query === 'object' && query !== null && 'q' in query;

export const storefrontRoutes: FastifyPluginAsync = async (app) => {
  cachePublicly(app);

  handle(
    app,
    operations.listProducts,
    {
      access: 'public',
      rate: {
        classes: ['browse', 'search'],
        classOf: ({ query }) => (hasSearchQuery(query) ? 'search' : 'browse'),
      },
    },
    async (request, reply) => {
      const { products, total, nextCursor, interpretation } = await (hasSearchQuery(request.query)
        ? request.lendSearchConnection((searchDb) => browseProducts(searchDb, request.query))
        : browseProducts(request.readDb, request.query));
      reply.header('x-total-count', total);
      if (interpretation) reply.header(SEARCH_HEADER, encodeURIComponent(JSON.stringify(interpretation)));
      const { q, sortBy: _sort, limit: _limit, exact: _exact, ...filters } = request.query;
      const isUnmet = products === '[]' || interpretation?.corrected !== undefined;
      // With filters, an empty result does not mean that the catalog has no match.
      if (q && isUnmet && Object.keys(filters).length === 0) await app.visitCounter.countZeroResultSearch(q, request);
      setNextCursorLink(reply, request.url, nextCursor);
      return sendJson(reply, products);
    },
  );

  handle(app, operations.listFeaturedProducts, { access: 'public' }, ({ readDb }) => featuredProducts(readDb));

  handle(app, operations.listCategories, { access: 'public' }, ({ readDb }) => readDb.run(listCategories));

  handle(app, operations.listBrands, { access: 'public' }, ({ readDb }) => readDb.run(listBrands));

  handle(app, operations.getCategory, { access: 'public' }, ({ params, readDb }) =>
    getCategory(readDb, params.category),
  );

  handle(app, operations.getBrand, { access: 'public' }, ({ params, readDb }) => getBrand(readDb, params.brand));

  handle(app, operations.suggestProducts, { access: 'public', rate: 'search' }, (request) =>
    request.lendSearchConnection((searchDb) => suggestProducts(searchDb, request.query.q)),
  );

  handle(app, operations.summarizeProducts, { access: 'public' }, ({ readDb, query }) =>
    summarizeProducts(readDb, query.ids),
  );

  handle(app, operations.getFacets, { access: 'public', rate: 'search' }, (request) =>
    request.lendSearchConnection((searchDb) => countFacets(searchDb, request.query)),
  );

  handle(app, operations.listReviews, { access: 'public' }, async (request, reply) => {
    const { reviews, nextCursor } = await readReviews(request.readDb, request.params.product, request.query);
    setNextCursorLink(reply, request.url, nextCursor);
    return reviews;
  });

  handle(app, operations.getProduct, { access: 'public' }, async (request, reply) => {
    const found = await getProduct(request.readDb, request.params.product);
    return 'movedTo' in found ? reply.redirect(`/api/products/${found.movedTo}`, 301) : sendJson(reply, found.product);
  });
};

export const searchRoutes: FastifyPluginAsync = async (app) => {
  cachePublicly(app);

  handle(app, operations.suggestSearch, { access: 'public', rate: 'search' }, (request) =>
    request.lendSearchConnection((searchDb) => suggestSearch(searchDb, request.query.q)),
  );
};
