import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isAllowed, lockfileFaults } from './supply-chain.ts';

const integrity = 'sha512-x';

describe('A33 dependencies', () => {
  test.each([
    ['has no hash', { version: '1.0.0' }],
    ['has no hash of its build for ARM', { version: '1.0.0', optional: true, os: ['linux'], cpu: ['arm64'] }],
    ['has a weak hash', { version: '1.0.0', integrity: 'sha1-x' }],
    ['comes from another host', { version: '1.0.0', integrity, resolved: 'https://evil.example/a.tgz' }],
    ['comes from a repository', { version: '1.0.0', integrity, resolved: 'git+ssh://git@example.com/a/b.git#1' }],
    ['comes from a file', { version: 'file:../a', integrity }],
  ])('A33 a package that %s is rejected', (_what, entry) => {
    expect(lockfileFaults({ packages: { 'node_modules/a': entry } })).toHaveLength(1);
    expect(lockfileFaults({ packages: { 'node_modules/a': { version: '1.0.0', integrity } } })).toEqual([]);
  });

  test.each([
    ['GPL-3.0-only', false],
    ['MIT AND GPL-3.0-only', false],
    ['(GPL-3.0-only OR MIT)', true],
    ['', false],
  ])('A33 the licence "%s" is allowed: %s', (expression, allowed) => {
    expect(isAllowed(expression)).toBe(allowed);
  });

  test('A33 the workflow pins its actions by commit and has read permission only', () => {
    const workflow = readFileSync(join(import.meta.dirname, '../.github/workflows/ci.yml'), 'utf8');
    const actions = [...workflow.matchAll(/uses: (\S+)/g)].map(([, action]) => action);

    expect(actions.length).toBeGreaterThan(0);
    for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
    expect(workflow).toMatch(/^permissions:\n {2}contents: read$/m);
  });
});
