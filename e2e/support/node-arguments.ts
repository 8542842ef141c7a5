import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ENTRY_POINTS } from '../../ops/container/entry-points.ts';

/** What releases without bundles run. */
const SOURCES = { api: 'apps/api/src/server.ts', worker: 'apps/api/src/worker.ts', web: 'apps/web/server.ts' };
type Server = keyof typeof SOURCES;

const isServer = (name: string): name is Server => name in SOURCES;
const hasBundles = (root: string) => existsSync(join(root, 'ops/node.env'));

/** Arguments for Node: of a server as in production, by its name, or of a script. `root`: directory of the release. */
export function nodeArguments(root: string, name: string) {
  if (!isServer(name)) return [name];
  return hasBundles(root) ? ['--env-file=ops/node.env', ENTRY_POINTS[name]] : [SOURCES[name]];
}

export const isBuilt = (root: string) =>
  [ENTRY_POINTS.web, ...(hasBundles(root) ? [ENTRY_POINTS.api] : [])].every((file) => existsSync(join(root, file)));
