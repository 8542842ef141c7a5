/**
 * Removes installed packages that the given workspaces do not need to run: `npm ci --omit=dev` keeps development
 * dependencies that are also an optional peer dependency of another package, such as a test runner.
 */
import { readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path/posix';
import { z } from 'zod';

const Names = z.record(z.string(), z.unknown()).default({});
const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      link: z.boolean().default(false),
      resolved: z.string().optional(),
      dependencies: Names,
      optionalDependencies: Names,
      peerDependencies: Names,
      peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().default(false) })).default({}),
    }),
  ),
});

const { packages } = Lockfile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));

/** As Node resolves an import: the nearest node_modules, upwards. */
function resolve(from: string, name: string): string | undefined {
  const path = from === '.' ? `node_modules/${name}` : `${from}/node_modules/${name}`;
  if (packages[path]) return path;
  return from === '.' ? undefined : resolve(dirname(from), name);
}

function neededBy(path: string) {
  const entry = packages[path];
  if (!entry) throw new Error(`${path} is not in package-lock.json.`);
  if (entry.link) return [entry.resolved ?? ''];
  const peers = Object.keys(entry.peerDependencies).filter((name) => !entry.peerDependenciesMeta[name]?.optional);
  return [...Object.keys(entry.dependencies), ...Object.keys(entry.optionalDependencies), ...peers].flatMap(
    (name) => resolve(path, name) ?? [],
  );
}

const needed = new Set(process.argv.slice(2));
for (const path of needed) for (const dependency of neededBy(path)) needed.add(dependency);
if (needed.size === 0) throw new Error('Usage: prune.ts <workspace> ...');

for (const path of Object.keys(packages))
  if (path.includes('node_modules/') && !needed.has(path)) rmSync(path, { recursive: true, force: true });
console.log(`${needed.size} packages are needed.`);
