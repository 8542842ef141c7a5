import type { logIn } from '@shop/contracts/identity/operations';
import type { streamNotifications } from '@shop/contracts/notifications/operations';

type PathOf<Op extends { route: string }> = Op['route'] extends `${string} ${infer Path}` ? `/api${Path}` : never;

/** Paths of the site that are forwarded to the API. */
export const API_PATHS = ['/api', '/media', '/feeds', '/sitemap.xml', '/sitemap-products.xml'];

/** Server-sent events: the response stays open. */
export const EVENTS_PATH: PathOf<typeof streamNotifications> = '/api/notifications/stream';

export const LOGIN_PATH: PathOf<typeof logIn> = '/api/auth/login';
