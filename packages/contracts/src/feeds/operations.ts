import { z } from 'zod';
import { operation } from '../common/operation.ts';
import { Id } from '../common/schema.ts';

const tag = 'Feeds';

export const getSitemapIndex = operation('GET /sitemap.xml', {
  id: 'getSitemapIndex',
  tag,
  summary: 'Get the sitemap index',
  produces: ['application/xml'],
});

export const getProductSitemap = operation('GET /sitemap-products.xml', {
  id: 'getProductSitemap',
  tag,
  summary: 'Get a product sitemap of up to 50,000 URLs',
  query: z.strictObject({
    after: Id.optional().describe('The last product of the sitemap before it; the index `/sitemap.xml` has the URLs.'),
  }),
  produces: ['application/xml'],
  errors: { 503: ['busy'] },
});

export const getProductFeed = operation('GET /feeds/products.xml', {
  id: 'getProductFeed',
  tag,
  summary: 'Get the merchant feed (RSS 2.0)',
  produces: ['application/xml'],
  errors: { 503: ['busy'] },
});
