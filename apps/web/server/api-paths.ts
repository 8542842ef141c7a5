/** What the API answers under the site's own address. */
export const API_PATHS = ['/api', '/media', '/feeds', '/sitemap.xml', '/sitemap-products.xml'];

/** Of these, the one whose answer does not end by itself. */
export const EVENTS_PATH = '/api/notifications/stream';
