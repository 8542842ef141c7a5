// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { paintFirst } from './paint-first.server.ts';

const PAGE =
  '<head><link rel="modulepreload" href="/a.js"/><link rel="stylesheet" href="/a.css"/></head>' +
  '<body><p>&lt;script type="module"&gt;</p><script nonce="n1">context()</script>' +
  '<script nonce="n1" type="module" async="">import "/a.js";\nimport("/b.js")</script><script nonce="n1">data()</script></body>';

test('preloads and entry of a page are inert, and put back by a script with the nonce of the page', () => {
  const document = new DOMParser().parseFromString(paintFirst(PAGE, 'n1'), 'text/html');

  expect(document.querySelectorAll('link[rel=modulepreload], script[type=module]')).toHaveLength(0);
  const held = document.querySelector('template');
  expect(held?.content.querySelector('link')?.outerHTML).toContain('fetchpriority="low"');
  expect(held?.content.querySelector('script')?.textContent).toBe('import "/a.js";\nimport("/b.js")');
  expect(held?.nextElementSibling?.getAttribute('nonce')).toBe('n1');
  expect(held?.nextElementSibling?.textContent).toContain('PerformanceObserver');
});

test('other scripts and texts stay as they are', () => {
  const body = paintFirst(PAGE, 'n1');

  expect(body).toContain('<p>&lt;script type="module"&gt;</p><script nonce="n1">context()</script><template>');
  expect(body).toContain('</script><script nonce="n1">data()</script></body>');
  expect(paintFirst('<p>No scripts</p>', 'n1')).toBe('<p>No scripts</p>');
});
