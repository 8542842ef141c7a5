import { config } from '#lib/config.server.ts';

/** Personal pages, and the unlimited number of search pages. */
const PRIVATE = [
  '/account',
  '/add-guest-orders',
  '/admin',
  '/api/',
  '/back-in-stock',
  '/cart',
  '/checkout',
  '/confirm-email',
  '/forgot-password',
  '/login',
  '/logout',
  '/newsletter/',
  '/notifications',
  '/orders',
  '/payment-callback',
  '/register',
  '/reset-password',
  '/search',
  '/staff-invitation',
  '/undo-email-change',
  '/wishlist',
];

export function loader() {
  const lines = [
    'User-agent: *',
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${config.publicOrigin}/sitemap.xml`,
    '',
  ];
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
