/**
 * Checks the dependencies: every package comes from the configured registry with a hash, runtime packages have an allowed
 * licence. Writes their SBOM (CycloneDX) to var/sbom.json. Known advisories are for `npm audit --omit=dev`, in CI.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      link: z.boolean().optional(),
      optional: z.boolean().optional(),
      os: z.array(z.string()).optional(),
      cpu: z.array(z.string()).optional(),
    }),
  ),
});
const Licence = z.object({
  license: z.object({ id: z.string().optional(), name: z.string().optional() }).optional(),
  expression: z.string().optional(),
});
const Component = z.object({
  name: z.string(),
  version: z.string().optional(),
  licenses: z.array(Licence).default([]),
  properties: z.array(z.object({ name: z.string() })).default([]),
});
const Sbom = z.object({ components: z.array(Component).min(1) });
export type Lockfile = z.infer<typeof Lockfile>;

/** LGPL is libvips, which sharp links dynamically. */
const LICENCES =
  'MIT MIT-0 ISC Apache-2.0 BSD-2-Clause BSD-3-Clause 0BSD BlueOak-1.0.0 OFL-1.1 Unlicense CC0-1.0 Zlib MPL-2.0 Python-2.0 LGPL-3.0-or-later'.split(
    ' ',
  );
/** Packages whose licence is only in their LICENSE file. */
const LICENCE_FILES: Record<string, string> = { 'png-js@2.0.0': 'MIT' };
const RUNTIME = ['apps/api', 'apps/web', 'packages/contracts', 'packages/telemetry'];

/** npm writes no hash for builds of other systems when it omits their URL; for these it is written by hand. */
const runsStores = ({ os, cpu }: Lockfile['packages'][string]) =>
  (!os || os.includes('linux')) && (!cpu || cpu.includes('x64') || cpu.includes('arm64'));

/** No package comes from a URL, a repository or a file. */
export const lockfileFaults = ({ packages }: Lockfile) =>
  Object.entries(packages).flatMap(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link) return [];
    const isHashed = entry.integrity?.startsWith('sha512-') ?? (entry.optional && !runsStores(entry));
    return [
      ...(isHashed ? [] : [`${path} has no sha512 hash.`]),
      ...(entry.resolved ? [`${path} has a resolved URL: packages must come from the configured registry.`] : []),
      ...(/^\d+\.\d+\.\d+/.test(entry.version ?? '') ? [] : [`${path} has no version.`]),
    ];
  });

/** `A OR B`: one is enough; `A AND B`: all are needed. */
export const isAllowed = (expression: string): boolean =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((id) => LICENCES.includes(id)));

export const readLockfile = () => Lockfile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));

function licenceFaults(sbom: string) {
  return Sbom.parse(JSON.parse(sbom)).components.flatMap(({ name, version, licenses, properties }) => {
    // Our workspaces.
    if (properties.some((it) => it.name === 'cdx:npm:package:private')) return [];
    const declared = licenses.map((it) => it.expression ?? it.license?.id ?? it.license?.name ?? '').join(' AND ');
    const licence = declared || (LICENCE_FILES[`${name}@${version}`] ?? '');
    return isAllowed(licence)
      ? []
      : [`${name}@${version} has the licence "${licence}". Add it to LICENCES if it may be used.`];
  });
}

if (import.meta.main) {
  const options = '--sbom-format cyclonedx --sbom-type application --omit dev --package-lock-only'.split(' ');
  const sbom = execFileSync('npm', ['sbom', ...options, ...RUNTIME.flatMap((path) => ['-w', path])], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  mkdirSync('var', { recursive: true });
  writeFileSync('var/sbom.json', sbom);
  const faults = [...lockfileFaults(readLockfile()), ...licenceFaults(sbom)];
  for (const fault of faults) console.error(fault);
  if (faults.length > 0)
    console.error(
      'After a change in package.json, npm install updates the lockfile. To repeat this check: npm run check:supply',
    );
  console.log(`Supply chain: ${faults.length} faults; SBOM in var/sbom.json.`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
