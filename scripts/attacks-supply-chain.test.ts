import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  advisoryFaults,
  type Lockfile,
  lockfileFaults,
  makeSbom,
  nodeFaults,
  readAdvisories,
  readLockfile,
  readSbom,
  sbomFaults,
  scriptsAllowed,
} from './supply-chain.ts';

const integrity = 'sha512-x';
const lockOf = (packages: Lockfile['packages']): Lockfile => ({ lockfileVersion: 3, packages });

describe('A33 dependencies', () => {
  test('A33 are locked by hash, have no known advisories and only allowed licences', () => {
    const lockfile = readLockfile();

    expect(Object.keys(lockfile.packages).length).toBeGreaterThan(500);
    expect(lockfileFaults(lockfile, scriptsAllowed())).toEqual([]);
    expect(advisoryFaults(lockfile, readAdvisories())).toEqual([]);
    expect(sbomFaults(readSbom(makeSbom()))).toEqual([]);
    expect(nodeFaults(process.versions.node)).toEqual([]);
  });

  test.each([
    ['has no hash', { version: '1.0.0' }],
    ['has no hash of its build for ARM', { version: '1.0.0', optional: true, os: ['linux'], cpu: ['arm64'] }],
    ['has a weak hash', { version: '1.0.0', integrity: 'sha1-x' }],
    ['comes from another host', { version: '1.0.0', integrity, resolved: 'https://evil.example/a.tgz' }],
    ['comes over plain http', { version: '1.0.0', integrity, resolved: 'http://packages.example/a.tgz' }],
    ['comes from a repository', { version: '1.0.0', integrity, resolved: 'git+ssh://git@example.com/a/b.git#1' }],
    ['comes from a file', { version: 'file:../a', integrity }],
    ['has an install script', { version: '1.0.0', integrity, hasInstallScript: true }],
  ])('A33 a package that %s is rejected', (_what, entry) => {
    expect(lockfileFaults(lockOf({ 'node_modules/a': entry }), ['sharp'])).toHaveLength(1);
  });

  test.each([
    ['fastify', '5.8.4', 1],
    ['fastify', '5.8.5', 0],
    ['fastify', '5.3.1', 4],
    ['react-router', '7.11.0', 1],
    ['react-router', '7.12.0', 0],
    ['react-router', '6.30.0', 0],
    ['better-auth', '1.6.12', 1],
  ])('A33 %s@%s has %i known advisories, wherever it is installed', (name, version, count) => {
    const lockfile = lockOf({ [`apps/api/node_modules/${name}`]: { version, integrity } });

    expect(advisoryFaults(lockfile, readAdvisories())).toHaveLength(count);
  });

  test.each([
    ['GPL-3.0-only', 1],
    ['MIT AND GPL-3.0-only', 1],
    ['(GPL-3.0-only OR MIT)', 0],
    ['', 1],
  ])('A33 the licence "%s" has %i faults', (expression, count) => {
    const component = { name: 'a', version: '1.0.0', hashes: [{ alg: 'SHA-512' }], licenses: [{ expression }] };

    expect(sbomFaults({ bomFormat: 'CycloneDX', components: [component] })).toHaveLength(count);
  });

  test.each(['22.11.0', '25.1.0', '23.0.0'])('A33 Node %s is rejected', (version) => {
    expect(nodeFaults(version)).toHaveLength(1);
  });

  test('A33 the workflow pins its actions by commit and has read permission only', () => {
    const workflow = readFileSync(join(import.meta.dirname, '../.github/workflows/ci.yml'), 'utf8');
    const actions = [...workflow.matchAll(/uses: (\S+)/g)].map(([, action]) => action);

    expect(actions.length).toBeGreaterThan(0);
    for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
    expect(workflow).toMatch(/^permissions:\n {2}contents: read$/m);
  });
});
