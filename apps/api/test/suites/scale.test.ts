import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('SRCH-009 docs/scale.md says when a dedicated search engine would pay, and which', () => {
  const scale = readFileSync(new URL('../../../../docs/scale.md', import.meta.url), 'utf8');
  const [, section = ''] = scale.split('## When a dedicated search engine would pay');
  const text = section.replaceAll(/\s+/g, ' ');

  // Which, and what each is chosen for.
  expect(text).toMatch(/OpenSearch for \w+/);
  expect(text).toMatch(/Typesense for \w+/);
  // When: the number of products, the traffic, the ranking.
  expect(text).toMatch(/would pay when .*more than [^,]* products/);
  expect(text).toMatch(/would pay when .*search traffic that outgrows [^,]* read replicas/);
  expect(text).toMatch(/would pay when .*ranking by behavior/);
});
