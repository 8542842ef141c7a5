/** Bundles that `npm run build` makes, and commands that run from their sources. */
export const ENTRY_POINTS = {
  web: 'apps/web/build/server/index.js',
  api: 'apps/api/build/server.js',
  worker: 'apps/api/build/worker.js',
  setup: 'scripts/setup.ts',
  shop: 'scripts/shop.ts',
};

/** Entry points that run until they are stopped, with the port of their health checks. */
export const SERVERS = new Map([
  ['web', process.env.WEB_PORT || '3000'],
  ['api', process.env.API_PORT || '3001'],
  ['worker', process.env.WORKER_PORT || '3006'],
]);

/** Has the name of the running server. In the only directory that is always writable. */
export const SERVER_FILE = '/tmp/crystalline-server';
