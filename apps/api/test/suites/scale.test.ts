import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('SRCH-009 docs/scale.md says when to use a dedicated search engine, and which', () => {
  const scale = readFileSync(new URL('../../../../docs/scale.md', import.meta.url), 'utf8');
  const [, section = ''] = scale.split('## When a dedicated search engine would pay');

  expect(section).toMatch(/would pay\s+when/);
  expect(section).toMatch(/OpenSearch|Typesense/);
});
