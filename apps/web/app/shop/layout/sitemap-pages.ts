import { listCategories, listCollections } from '@shop/contracts/catalog/operations';
import { pagePath } from '@shop/contracts/content/constants';
import { contentPages } from '@shop/contracts/content/messages';
import { listPublishedPages } from '@shop/contracts/content/operations';
import { apiFor } from '#lib/api.server.ts';
import { config } from '#lib/config.server.ts';
import { SIZE_GUIDE_PATH } from '#shop/product/size-charts.ts';
import type { Route } from './+types/sitemap-pages';

/** Every public page except products, which have their own sitemaps. */
export async function loader({ request }: Route.LoaderArgs) {
  const api = apiFor(request);
  const [categories, collections, ownPages] = await Promise.all([
    api.read(listCategories),
    api.call(listCollections),
    api.call(listPublishedPages),
  ]);
  const paths = [
    '/',
    '/products',
    '/categories',
    '/track-order',
    SIZE_GUIDE_PATH,
    ...Object.keys(contentPages),
    ...(ownPages.ok ? ownPages.value.map(({ slug }) => pagePath(slug)) : []),
    ...categories.map(({ name }) => `/products?category=${encodeURIComponent(name)}`),
    ...(collections.ok ? collections.value.map(({ slug }) => `/collections/${slug}`) : []),
  ];
  const entries = paths.map((path) => `<url><loc>${absoluteUrl(path)}</loc></url>`);
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
  return new Response(xml, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}

/** In a URL, only the ampersand needs XML escaping. */
const absoluteUrl = (path: string) => new URL(path, config.publicOrigin).href.replaceAll('&', '&amp;');
