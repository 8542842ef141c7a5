export const ENTRY_POINTS = new Map([
  ['web', 'apps/web/server.ts'],
  ['api', 'apps/api/src/server.ts'],
  ['worker', 'apps/api/src/worker.ts'],
  ['setup', 'scripts/setup.ts'],
  ['shop', 'scripts/shop.ts'],
]);

/** In the only directory that is always writable. */
export const ENTRY_POINT_FILE = '/tmp/entry-point';
