/** Paths of the site that are forwarded to the API. */
export const API_PATHS = ['/api', '/media', '/feeds', '/sitemap.xml', '/sitemap-products.xml'];

/** Server-sent events: the response stays open. */
export const EVENTS_PATH = '/api/notifications/stream';
