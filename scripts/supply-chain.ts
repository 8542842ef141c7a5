/**
 * Checks the dependencies: lockfile, licences and known advisories. Writes the SBOM (CycloneDX) to var/sbom.json.
 * The advisories are in advisories.json, because the registry's audit API is not available everywhere.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '..');

const Lockfile = z.object({
  lockfileVersion: z.number(),
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      link: z.boolean().optional(),
      optional: z.boolean().optional(),
      hasInstallScript: z.boolean().optional(),
      os: z.array(z.string()).optional(),
      cpu: z.array(z.string()).optional(),
    }),
  ),
});
const Advisories = z.array(
  z.object({
    id: z.string(),
    package: z.string(),
    severity: z.enum(['low', 'medium', 'high', 'critical']),
    ranges: z.array(z.object({ introduced: z.string(), fixed: z.string() })).min(1),
    /** Whether our code reaches the vulnerable code, and which attack tests it. */
    reachable: z.string().min(10),
  }),
);
const Licence = z.object({
  license: z.object({ id: z.string().optional(), name: z.string().optional() }).optional(),
  expression: z.string().optional(),
});
const Sbom = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z
    .array(
      z.object({
        name: z.string(),
        version: z.string().optional(),
        hashes: z.array(z.object({ alg: z.string() })).optional(),
        licenses: z.array(Licence).optional(),
        properties: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
      }),
    )
    .min(1),
});
export type Lockfile = z.infer<typeof Lockfile>;
export type Advisory = z.infer<typeof Advisories>[number];
export type Sbom = z.infer<typeof Sbom>;

/** Licences of runtime packages. LGPL is libvips, which sharp links dynamically. */
const LICENCES = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'OFL-1.1',
  'Unlicense',
  'CC0-1.0',
  'Zlib',
  'MPL-2.0',
  'Python-2.0',
  'LGPL-3.0-or-later',
]);

/** Packages whose licence is only in their LICENSE file. */
const LICENCE_FILES: Record<string, string> = { 'png-js@2.0.0': 'MIT' };

/** npm writes no hash for builds of other platforms when it omits their URL; for these it is written by hand. */
const runsStores = ({ os, cpu }: Lockfile['packages'][string]) =>
  (!os || os.includes('linux')) && (!cpu || cpu.includes('x64') || cpu.includes('arm64'));

const nameOf = (path: string) => path.split('node_modules/').at(-1) ?? path;

/** Every package comes from the configured registry, with a hash; none from a URL, a repository or a file. */
export function lockfileFaults({ lockfileVersion, packages }: Lockfile, scriptsAllowed: string[]) {
  const faults = lockfileVersion >= 3 ? [] : [`The lockfile has version ${lockfileVersion}.`];
  for (const [path, entry] of Object.entries(packages)) {
    if (!path.includes('node_modules/') || entry.link) continue;
    const isHashed = entry.integrity?.startsWith('sha512-') ?? (entry.optional && !runsStores(entry));
    if (!isHashed) faults.push(`${path} has no sha512 hash.`);
    if (entry.resolved) faults.push(`${path} has a resolved URL: packages must come from the configured registry.`);
    if (!/^\d+\.\d+\.\d+/.test(entry.version ?? '')) faults.push(`${path} has no version.`);
    if (entry.hasInstallScript && !scriptsAllowed.includes(nameOf(path)) && !entry.optional)
      faults.push(`${path} has an install script: list it in allowScripts, or remove the package.`);
  }
  return faults;
}

export function advisoryFaults({ packages }: Lockfile, advisories: Advisory[]) {
  return Object.entries(packages).flatMap(([path, { version }]) =>
    advisories
      .filter((advisory) => advisory.package === nameOf(path) && version && path.includes('node_modules/'))
      .filter(({ ranges }) =>
        ranges.some(
          ({ introduced, fixed }) => compare(version ?? '', introduced) >= 0 && compare(version ?? '', fixed) < 0,
        ),
      )
      .map(({ id, severity, reachable }) => `${path}@${version}: ${id} (${severity}). Reachable: ${reachable}`),
  );
}

/** Compares versions; ignores pre-release tags, as we do not install such versions. */
function compare(one: string, other: string) {
  const [a, b] = [one, other].map((version) => version.split('-')[0]?.split('.').map(Number) ?? []);
  const at = [0, 1, 2].find((index) => a?.[index] !== b?.[index]);
  return at === undefined ? 0 : (a?.[at] ?? 0) - (b?.[at] ?? 0);
}

const isAllowed = (expression: string): boolean =>
  expression.includes(' OR ')
    ? expression.replaceAll(/[()]/g, '').split(' OR ').some(isAllowed)
    : expression
        .replaceAll(/[()]/g, '')
        .split(' AND ')
        .every((id) => LICENCES.has(id));

/** Whether a component is one of our workspaces. */
const isOwn = (properties: { name: string; value: string }[]) =>
  properties.some(({ name, value }) => name === 'cdx:npm:package:private' && value === 'true');

export function sbomFaults({ components }: Sbom) {
  return components.flatMap(({ name, version, hashes = [], licenses = [], properties = [] }) => {
    if (isOwn(properties)) return [];
    const declared = licenses.map((it) => it.expression ?? it.license?.id ?? it.license?.name ?? '').join(' AND ');
    const licence = declared || (LICENCE_FILES[`${name}@${version}`] ?? '');
    return [
      ...(isAllowed(licence) ? [] : [`${name}@${version} has the licence "${licence}", which is not on our list.`]),
      ...(hashes.some(({ alg }) => alg === 'SHA-512') ? [] : [`${name}@${version} is in the SBOM without a hash.`]),
    ];
  });
}

/** Even major versions of Node are long-term support releases. */
export const nodeFaults = (version: string) =>
  Number(version.split('.')[0]) >= 24 && Number(version.split('.')[0]) % 2 === 0
    ? []
    : [`Node ${version} is not a supported long-term release.`];

const read = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
export const readLockfile = () => Lockfile.parse(read('package-lock.json'));
export const readAdvisories = () => Advisories.parse(read('scripts/advisories.json'));
export const scriptsAllowed = () =>
  Object.keys(z.object({ allowScripts: z.record(z.string(), z.boolean()) }).parse(read('package.json')).allowScripts);

/** The SBOM of what runs in production: API and worker, web app, contracts and telemetry. */
export function makeSbom() {
  const workspaces = ['apps/api', 'apps/web', 'packages/contracts', 'packages/telemetry'].flatMap((name) => [
    '-w',
    name,
  ]);
  const args = [
    'sbom',
    '--sbom-format',
    'cyclonedx',
    '--sbom-type',
    'application',
    '--omit',
    'dev',
    '--package-lock-only',
  ];
  return execFileSync('npm', [...args, ...workspaces], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}
export const readSbom = (text: string) => Sbom.parse(JSON.parse(text));

if (import.meta.main) {
  const text = makeSbom();
  const [lockfile, sbom] = [readLockfile(), readSbom(text)];
  const faults = [
    ...nodeFaults(process.versions.node),
    ...lockfileFaults(lockfile, scriptsAllowed()),
    ...advisoryFaults(lockfile, readAdvisories()),
    ...sbomFaults(sbom),
  ];
  mkdirSync(join(ROOT, 'var'), { recursive: true });
  writeFileSync(join(ROOT, 'var/sbom.json'), text);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0)
    console.error(
      'After a change in package.json, npm install updates the lockfile. To repeat this check: npm run check:supply',
    );
  const locked = Object.keys(lockfile.packages).filter((path) => path.includes('node_modules/')).length;
  console.log(
    `Supply chain: ${locked} packages locked, ${sbom.components.length} in var/sbom.json, ${faults.length} faults.`,
  );
  process.exitCode = faults.length > 0 ? 1 : 0;
}
