import { SESSION_COOKIE } from '@shop/contracts/identity';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWebServer } from '../test/production.ts';
import { cookieOf, startStubApi } from '../test/stub-api.ts';

let api: Awaited<ReturnType<typeof startStubApi>>;
let web: Awaited<ReturnType<typeof startWebServer>>;
/** The same site as shoppers see it. */
let live: Awaited<ReturnType<typeof startWebServer>>;

beforeAll(async () => {
  api = await startStubApi();
  [web, live] = await Promise.all([startWebServer(api.url, { DEV_PAGES: 'show' }), startWebServer(api.url)]);
});
afterAll(async () => {
  await Promise.all([web.stop(), live.stop()]);
  await api.stop();
});

type Visitor = 'guest' | 'ada' | 'admin' | 'careless' | 'stale' | 'weak' | 'packer';

/** Where a visitor ends up: the status, and the address when sent elsewhere. */
async function goTo(path: string, visitor: Visitor, site = web) {
  const headers = visitor === 'guest' ? undefined : { cookie: cookieOf(visitor) };
  const { location, status } = await site.visit(path, { headers });
  return location ?? status;
}

const PUBLIC = ['/', '/products', '/product/aurora-solitaire-ring', '/cart', '/login', '/register'];
const LINKED = ['/categories', '/about', '/contact', '/search?q=ring', '/track-order', '/faq', '/shipping', '/terms'];
const CUSTOMER_PAGES = [
  '/wishlist',
  '/orders',
  '/orders/1',
  '/account',
  '/account/addresses',
  '/account/x',
  '/notifications',
];
const ADMIN = ['/admin', '/admin/products', '/admin/orders/1', '/admin/settings', '/admin/nowhere'];

describe('guests', () => {
  test.each([...PUBLIC, ...LINKED, '/privacy', '/support', '/forgot-password'])('RTE-001 may open %s', async (path) => {
    expect(await goTo(path, 'guest')).toBe(200);
  });

  test.each(CUSTOMER_PAGES)('RTE-002 RTE-004 are asked to sign in at %s', async (path) => {
    expect(await goTo(path, 'guest')).toBe('/login');
  });

  test('RTE-004 come back to the checkout after signing in', async () => {
    expect(await goTo('/checkout', 'guest')).toBe('/login?redirect=checkout');
  });

  test.each(ADMIN)('RTE-003 RTE-004 are asked to sign in at %s', async (path) => {
    expect(await goTo(path, 'guest')).toBe('/login');
  });

  test('RTE-004 with a session that has ended are guests', async () => {
    const headers = { cookie: `${SESSION_COOKIE}=ended` };

    expect((await web.visit('/account', { headers })).location).toBe('/login');
  });
});

describe('the signed-in', () => {
  test.each(['/wishlist', '/orders', '/account', '/notifications'])(
    'RTE-002 may open %s, and nobody keeps a copy',
    async (path) => {
      const response = await web.visit(path, { headers: { cookie: cookieOf('ada') } });

      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('private, no-store');
    },
  );

  test.each([
    ['CHK-002', '/checkout', '/cart'],
    ['ORD-009', '/orders/1', '/orders'],
    ['ORD-009', '/orders/1/invoice', '/orders'],
    ['ORD-009', '/checkout/success/1', '/orders'],
  ])('%s with nothing there are sent from %s to %s', async (_row, path, target) => {
    expect(await goTo(path, 'ada')).toBe(target);
  });

  test.each(ADMIN)('RTE-005 are sent home from %s', async (path) => {
    expect(await goTo(path, 'ada')).toBe('/');
  });
});

describe('admins', () => {
  test.each(['/admin', '/admin/analytics', '/admin/products/new', '/admin/orders', '/admin/reviews'])(
    'RTE-003 may open %s',
    async (path) => {
      expect(await goTo(path, 'admin')).toBe(200);
    },
  );

  test.each(ADMIN)('are sent from %s to set up two-factor sign-in when the shop demands it', async (path) => {
    expect(await goTo(path, 'careless')).toBe('/account/settings#two-factor');
  });

  test.each(ADMIN)('are sent from %s to choose a stronger password when theirs is too weak for staff', async (path) => {
    expect(await goTo(path, 'weak')).toBe('/account/settings#password');
  });

  test('are asked to sign in again when that was long ago, and come back', async () => {
    const login = '/login?again=&redirect=%2Fadmin%2Forders%3Fstatus%3Dpending';

    expect(await goTo('/admin/orders?status=pending', 'stale')).toBe(login);
    expect(await goTo(login, 'stale')).toBe(200);
  });

  test('with a smaller part see its pages, and are sent to the first one from others', async () => {
    expect(await goTo('/admin', 'packer')).toBe(200);
    expect(await goTo('/admin/products', 'packer')).toBe(200);
    for (const path of ['/admin/settings', '/admin/customers', '/admin/products/new', '/admin/analytics/'])
      expect(await goTo(path, 'packer')).toBe('/admin');
  });

  test.each(['/admin/nowhere', '/admin/products/1/2/3'])('ADM-007 are sent to the dashboard from %s', async (path) => {
    expect(await goTo(path, 'admin')).toBe('/admin');
  });
});

describe('an unknown address', () => {
  test.each(['/nowhere', '/product', '/administrator', '/a/b/c', '//elsewhere.example/x'])(
    'RTE-006 %s leads home',
    async (path) => {
      expect(await goTo(path, 'guest')).toBe('/');
    },
  );

  test('RTE-006 leads the signed-in home too', async () => {
    expect(await goTo('/account/nowhere', 'ada')).toBe('/');
  });
});

describe('a navigation in the browser', () => {
  test.each([
    ['RTE-004', '/account.data', 'guest', '/login'],
    ['RTE-004', '/admin/orders.data', 'guest', '/login'],
    ['RTE-005', '/admin.data', 'ada', '/'],
    ['RTE-005', '/admin/settings.data', 'packer', '/admin'],
    ['RTE-006', '/nowhere.data', 'guest', '/'],
  ] as const)('%s %s is guarded like the page for %s', async (_row, path, visitor, target) => {
    const headers = visitor === 'guest' ? undefined : { cookie: cookieOf(visitor) };
    const response = await web.visit(path, { headers });

    // React Router's way to redirect without the browser following on its own.
    expect(response.status).toBe(202);
    expect(response.text).toContain(`"redirect","${target}"`);
  });
});

describe('A06 no spelling of an address, and no method, opens the panel', () => {
  const spellings = [
    (path: string) => path,
    (path: string) => `${path}/`,
    (path: string) => `/${path}`,
    (path: string) => path.replace('/admin/', '/admin//'),
    (path: string) => path.toUpperCase(),
    (path: string) => path.replace('/admin', '/%61dmin'),
    (path: string) => path.replace('/admin/', '/admin/%2e/'),
    (path: string) => `/products/%2e%2e${path}`,
    (path: string) => `${path}.data`,
    (path: string) => `${path}/.data`,
    (path: string) => `${path.toUpperCase()}.data`,
    (path: string) => `${path}.data?_routes=${encodeURIComponent(`routes${path}`)}`,
    (path: string) => `${path}.data?index`,
  ];

  test.each(['guest', 'ada'] as const)('to %s', async (visitor) => {
    const headers = {
      origin: web.url,
      'content-type': 'application/x-www-form-urlencoded',
      'x-http-method-override': 'GET',
      ...(visitor !== 'guest' && { cookie: cookieOf(visitor) }),
    };
    const before = api.asked.length;

    for (const path of ['/admin/products', '/admin/orders', '/admin/orders/import'])
      for (const spelled of spellings.map((spell) => spell(path)))
        for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']) {
          const body = method === 'GET' || method === 'HEAD' ? undefined : 'intent=delete&id=1&csv=x&key=1';
          const { status, text } = await web.visit(spelled, { method, headers, body });
          expect([method, spelled, status]).toEqual([
            method,
            spelled,
            expect.toSatisfy((given) => given === 202 || (given >= 300 && given < 500)),
          ]);
          expect(text).not.toContain('<main');
        }

    // Who they are is all that the API was asked: nothing of the panel was read, and nothing written.
    const requestedPaths = new Set(api.asked.slice(before).map(({ url }) => url?.split('?')[0]));
    expect(
      [...requestedPaths].filter((url) => url !== '/api/admin/me' && /admin|products\/|orders|imports/.test(url ?? '')),
    ).toEqual([]);
  });
});

describe('in production', () => {
  test('the workshop of the interface is closed too', async () => {
    expect(await goTo('/dev/ui', 'guest', live)).toBe('/');
  });
});
