import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const CLIENT = join(import.meta.dirname, '../build/client');
const MANIFEST = 'window.__reactRouterManifest=';

/** All scripts of the home page, without their hashes, and what they weigh after gzip. */
const SCRIPTS = ['common', 'entry.client', 'home', 'icons', 'react', 'rolldown-runtime', 'root', 'shop-layout'];
const MAX_BYTES = 157_500;

const HELP = `The home page loads other scripts than stated here. Every visitor loads them.
If the home page needs what was added, state the new scripts and bytes, and why in the commit.
If not, a module of it imports what only other pages need: move that into a file of its own.
How modules are put together: codeSplitting in vite.config.ts.`;

test('the home page loads no other and no larger scripts than stated', () => {
  const scripts = scriptsOf('shop/home/home');
  const bytes = scripts.map((file) => gzipSync(read(file), { level: 9 }).length).reduce((sum, size) => sum + size);

  expect(scripts.map((file) => file.replace(/^\/assets\/|-[\w-]{8}\.js$/g, '')).toSorted(), HELP).toEqual(SCRIPTS);
  expect(bytes, HELP).toBeLessThanOrEqual(MAX_BYTES);
});

type Script = { module: string; imports: string[] };
type Manifest = { entry: Script; routes: Record<string, Script & { parentId?: string }> };

/** Of a page with its layouts, as React Router names them in the page's head. */
function scriptsOf(page: string) {
  const [file = ''] = globSync('assets/manifest-*.js', { cwd: CLIENT });
  const { entry, routes }: Manifest = JSON.parse(read(file).slice(MANIFEST.length).replace(/;\s*$/, ''));
  const parts = [entry];
  for (let route = routes[page]; route; route = route.parentId ? routes[route.parentId] : undefined) parts.push(route);
  return [...new Set(parts.flatMap(({ module, imports }) => [module, ...imports]))];
}

const read = (file: string) => readFileSync(join(CLIENT, file), 'utf8');
