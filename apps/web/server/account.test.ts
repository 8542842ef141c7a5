import { addressMessages } from '@shop/contracts/identity/account-messages';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWebServer } from '../test/production.ts';
import { cookieOf, startStubApi } from '../test/stub-api.ts';

let api: Awaited<ReturnType<typeof startStubApi>>;
let web: Awaited<ReturnType<typeof startWebServer>>;

beforeAll(async () => {
  api = await startStubApi();
  web = await startWebServer(api.url, { LOG_LEVEL: 'info' });
});
afterAll(async () => {
  await web.stop();
  await api.stop();
});

const send = (path: string, fields: Record<string, string>, cookie = cookieOf('ada')) =>
  web.visit(path, {
    method: 'POST',
    headers: { cookie, origin: web.url, 'x-request-id': 'click-0002' },
    body: new URLSearchParams(fields),
  });

describe('an address change that the API rejects', () => {
  test.each([
    ['set-default', 'the default address could not be changed'],
    ['delete', 'an address could not be deleted'],
  ])('ERR-019 is logged: %s', async (intent, event) => {
    const { status, text } = await send('/account/addresses', { intent, id: 'unknown' });

    expect(status).toBe(404);
    expect(text).toContain('role="alert"');
    const line = web.output.text.split('\n').find((entry) => entry.includes(event));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ status: 404, code: 'no', msg: event });
  });
});

const PRODUCT = {
  name: 'Moon Ring',
  description: 'Silver.',
  price: '20',
  quantity: '1',
  status: 'published',
  category: 'Jewelry',
  brand: 'Luna',
  'images.url': '/media/a/800.webp',
};

describe('a product change that the API rejects', () => {
  /** What the server has logged since its output had this length. */
  const loggedSince = (length: number): unknown[] =>
    web.output.text
      .slice(length)
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => JSON.parse(line));

  test.each([
    [{ status: 422, message: 'Another product has this URL.' }, 'Another product has this URL.'],
    [{ status: 422, message: '' }, 'Failed to create product'],
    [{ status: 503, message: 'Busy.' }, 'Failed to create product'],
  ])('ERR-020 is logged when a product cannot be created: %o as %s', async (problem, msg) => {
    api.problems.set('POST /api/products', problem);
    const before = web.output.text.length;

    const form = { ...PRODUCT, intent: 'save', key: 'form-0001' };
    const { text } = await send('/admin/products/new.data', form, cookieOf('admin'));

    expect(text).toContain(msg);
    await expect
      .poll(() => loggedSince(before))
      .toContainEqual(expect.objectContaining({ level: 40, status: problem.status, code: 'no', msg }));
  });

  test('ERR-021 is logged when a product cannot be deleted', async () => {
    const before = web.output.text.length;

    const { status } = await send('/admin/products', { intent: 'delete', id: 'unknown' }, cookieOf('admin'));

    expect(status).toBe(404);
    const msg = 'Failed to delete product';
    await expect
      .poll(() => loggedSince(before))
      .toContainEqual(expect.objectContaining({ level: 40, status: 404, code: 'no', msg }));
  });
});

test('a body that is not a form and an unknown intent are rejected with 400', async () => {
  const headers = { cookie: cookieOf('ada'), origin: web.url, 'content-type': 'application/json' };

  for (const path of ['/account', '/newsletter'])
    expect((await web.visit(path, { method: 'POST', headers, body: '{}' })).status).toBe(400);
  expect((await send('/account/settings', { intent: 'constructor' })).status).toBe(400);
});

test('a form from another origin is rejected without an API request', async () => {
  const before = api.requests.length;
  const response = await web.visit('/account/addresses/new', {
    method: 'POST',
    headers: { cookie: cookieOf('ada'), origin: 'https://evil.example' },
    body: new URLSearchParams({ name: 'Home' }),
  });

  expect(response.status).toBe(400);
  expect(response.text).not.toContain(addressMessages.line1Required);
  expect(api.requests.slice(before).filter(({ url }) => url?.startsWith('/api/addresses'))).toEqual([]);
});

/** All scripts of the initial page load. */
async function scriptsOf(path: string) {
  const { text } = await web.visit(path, { headers: { cookie: cookieOf('ada') } });
  const files = new Set([...text.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([file]) => file));
  expect(files.size).toBeGreaterThan(3);
  return Promise.all([...files].map(async (file) => (await web.visit(file)).text));
}

test('storefront pages do not load the validation code of account forms', async () => {
  const checks = (script: string) => script.includes('invalid_type');

  expect((await scriptsOf('/account/addresses/new')).some(checks)).toBe(true);
  for (const path of ['/', '/products', '/product/aurora-solitaire-ring', '/contact', '/faq'])
    expect((await scriptsOf(path)).some(checks), path).toBe(false);
});
