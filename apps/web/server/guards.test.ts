import { SESSION_COOKIE } from '@shop/contracts/identity/constants';
import { orderLinkMessages } from '@shop/contracts/identity/guest-messages';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWebServer } from '../test/production.ts';
import { cookieOf, startStubApi } from '../test/stub-api.ts';

let api: Awaited<ReturnType<typeof startStubApi>>;
let web: Awaited<ReturnType<typeof startWebServer>>;
/** The same site with production settings. */
let live: Awaited<ReturnType<typeof startWebServer>>;

beforeAll(async () => {
  api = await startStubApi();
  [web, live] = await Promise.all([startWebServer(api.url, { DEV_PAGES: 'show' }), startWebServer(api.url)]);
});
afterAll(async () => {
  await Promise.all([web.stop(), live.stop()]);
  await api.stop();
});

type Visitor = 'guest' | 'ada' | 'buyer' | 'admin' | 'careless' | 'stale' | 'weak' | 'packer';

/** The location of a redirect, otherwise the status. */
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
  test.each([...PUBLIC, ...LINKED, '/size-guide', '/privacy', '/support', '/forgot-password'])(
    'RTE-001 can open %s',
    async (path) => {
      expect(await goTo(path, 'guest')).toBe(200);
    },
  );

  test.each(CUSTOMER_PAGES)('RTE-002 RTE-004 are redirected to login from %s', async (path) => {
    expect(await goTo(path, 'guest')).toBe(`/login?${new URLSearchParams({ redirect: path })}`);
  });

  test('keep the query of a page for after login', async () => {
    expect(await goTo('/orders?after=1', 'guest')).toBe('/login?redirect=%2Forders%3Fafter%3D1');
  });

  test.each([
    ['/product/a-ring?Size=US+7', '/login?redirect=%2Fproduct%2Fa-ring%3FSize%3DUS%2B7'],
    ['/checkout', '/login?redirect=checkout'],
    ['/', '/login'],
    ['//evil.example', '/login'],
    ['/\\evil.example', '/login'],
  ])('who send a form of %s return to that page after login', async (page, login) => {
    const headers = { origin: web.url, referer: web.url + page };
    const body = new URLSearchParams({ intent: 'add', productId: '1' });

    expect((await web.visit('/wishlist', { method: 'POST', headers, body })).location).toBe(login);
  });

  test.each(['', 'nonsense'])(
    'who send a form with the referrer "%s" return to the target of the form after login',
    async (referer) => {
      const headers = { origin: web.url, referer };
      const body = new URLSearchParams({ intent: 'add', productId: '1' });
      const { location } = await web.visit('/wishlist', { method: 'POST', headers, body });

      expect(location).toBe('/login?redirect=%2Fwishlist');
    },
  );

  test('RTE-004 return to the checkout after login', async () => {
    expect(await goTo('/checkout', 'guest')).toBe('/login?redirect=checkout');
  });

  test.each(ADMIN)('RTE-003 RTE-004 are redirected to login from %s', async (path) => {
    expect(await goTo(path, 'guest')).toBe(`/login?${new URLSearchParams({ redirect: path })}`);
  });

  test('RTE-004 with an expired session are redirected to login', async () => {
    const headers = { cookie: `${SESSION_COOKIE}=ended` };

    expect((await web.visit('/account', { headers })).location).toBe('/login?redirect=%2Faccount');
  });
});

describe('customers', () => {
  test.each(['/wishlist', '/orders', '/account', '/notifications'])(
    'RTE-002 can open %s, which is never cached',
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
  ])('%s without a cart or order are redirected from %s to %s', async (_row, path, target) => {
    expect(await goTo(path, 'ada')).toBe(target);
  });

  test.each(ADMIN)('RTE-005 are redirected to Home from %s', async (path) => {
    expect(await goTo(path, 'ada')).toBe('/');
  });
});

describe('guests at checkout', () => {
  test.each(['/wishlist', '/notifications', '/account', '/account/settings', '/product/a-ring/review'])(
    'are led from %s to the page that creates their account',
    async (path) => {
      expect(await goTo(path, 'buyer')).toBe('/guest-account');
    },
  );

  test.each([
    '/orders',
    '/account/addresses/new',
    '/guest-account',
    '/login',
    '/login?redirect=checkout',
    '/register?redirect=checkout',
  ])('can open %s', async (path) => {
    expect(await goTo(path, 'buyer')).toBe(200);
  });

  test('are redirected to Home from the admin panel, and customers from the page for guests to their account', async () => {
    expect(await goTo('/admin', 'buyer')).toBe('/');
    expect(await goTo('/guest-account', 'ada')).toBe('/account');
    expect(await goTo('/guest-account', 'guest')).toBe('/login?redirect=%2Fguest-account');
  });
});

describe('the link to the order of a guest', () => {
  const order = '/orders/01890000-0000-7000-8000-000000000000';
  const key = `t5xq2a.${'k'.repeat(43)}`;
  const cookie = `__Host-crystalline_order_01890000-0000-7000-8000-000000000000=${key}`;

  test.each([key, key.replace('.', '.12.')])(
    'moves its key from the URL into a cookie of this order: %s',
    async (sent) => {
      const { location, headers } = await web.visit(`${order}?key=${sent}`);

      expect(location).toBe(order);
      expect(headers.getSetCookie()).toContain(`${cookie.replace(key, sent)}; Path=/; HttpOnly; Secure; SameSite=Lax`);
      expect(headers.get('cache-control')).toBe('private, no-store');
    },
  );

  test('leads to tracking if the API does not accept it, and opens no other page', async () => {
    api.problems.set(`GET /api${order}`, { status: 401, message: '' });
    const goWithLink = async (path: string) => (await web.visit(path, { headers: { cookie } })).location;

    expect(await goWithLink(order)).toBe('/track-order');
    expect(await goWithLink('/orders')).toBe('/login?redirect=%2Forders');
    expect(await goWithLink('/account')).toBe('/login?redirect=%2Faccount');
    const other = order.replace('01890000', '01890001');
    expect(await goWithLink(other)).toBe(`/login?${new URLSearchParams({ redirect: other })}`);
  });

  test('leads to a page that sends a new one if it has expired, from every page of the order', async () => {
    const pages = {
      '': order,
      '/invoice': order,
      '/return': `${order}/returns`,
      '/gift-receipt': `${order}/gift-receipt`,
    };
    for (const [page, read] of Object.entries(pages)) {
      api.problems.set(`GET /api${read}`, { status: 401, code: 'order_link_expired', message: '' });
      const { location } = await web.visit(order + page, { headers: { cookie } });
      expect([page, location]).toEqual([page, `${order}/new-link`]);
    }
    const { status, text } = await web.visit(`${order}/new-link`, { headers: { cookie } });
    expect([status, text.includes(orderLinkMessages.submit)]).toEqual([200, true]);
  });

  test.each(['key=', 'key=x', `key=${'k'.repeat(200)}`])('ignores a malformed key: %s', async (query) => {
    const { location, headers } = await web.visit(`${order}?${query}`);

    expect(location).toBe(`/login?${new URLSearchParams({ redirect: `${order}?${query}` })}`);
    expect(headers.getSetCookie()).toEqual([]);
  });
});

describe('staff members', () => {
  test.each(['/admin', '/admin/analytics', '/admin/products/new', '/admin/orders', '/admin/reviews'])(
    'RTE-003 can open %s',
    async (path) => {
      expect(await goTo(path, 'admin')).toBe(200);
    },
  );

  test.each(ADMIN)('are redirected from %s to the two-factor setup when the store requires it', async (path) => {
    expect(await goTo(path, 'careless')).toBe('/account/settings#two-factor');
  });

  test.each(ADMIN)(
    'are redirected from %s to the password settings when their password is too weak for staff',
    async (path) => {
      expect(await goTo(path, 'weak')).toBe('/account/settings#password');
    },
  );

  test('must log in again when their session is too old, and return to their page', async () => {
    const login = '/login?again=&redirect=%2Fadmin%2Forders%3Fstatus%3Dpending';

    expect(await goTo('/admin/orders?status=pending', 'stale')).toBe(login);
    expect(await goTo(login, 'stale')).toBe(200);
  });

  test('with a limited role can open its pages and are redirected to the dashboard from others', async () => {
    expect(await goTo('/admin', 'packer')).toBe(200);
    expect(await goTo('/admin/products', 'packer')).toBe(200);
    for (const path of ['/admin/settings', '/admin/customers', '/admin/products/new', '/admin/analytics/'])
      expect(await goTo(path, 'packer')).toBe('/admin');
  });

  test.each(['/admin/nowhere', '/admin/products/1/2/3'])(
    'ADM-007 are redirected to the dashboard from %s',
    async (path) => {
      expect(await goTo(path, 'admin')).toBe('/admin');
    },
  );
});

describe('an unknown path', () => {
  test.each(['/nowhere', '/product', '/administrator', '/a/b/c', '//elsewhere.example/x'])(
    'RTE-006 %s redirects to Home',
    async (path) => {
      expect(await goTo(path, 'guest')).toBe('/');
    },
  );

  test('RTE-006 redirects customers to Home too', async () => {
    expect(await goTo('/account/nowhere', 'ada')).toBe('/');
  });
});

describe('a client-side navigation', () => {
  test.each([
    ['RTE-004', '/account.data', 'guest', '/login?redirect=%2Faccount'],
    ['RTE-004', '/admin/orders.data', 'guest', '/login?redirect=%2Fadmin%2Forders'],
    ['RTE-005', '/admin.data', 'ada', '/'],
    ['RTE-005', '/admin/settings.data', 'packer', '/admin'],
    ['RTE-006', '/nowhere.data', 'guest', '/'],
  ] as const)('%s %s is guarded like the page for %s', async (_row, path, visitor, target) => {
    const headers = visitor === 'guest' ? undefined : { cookie: cookieOf(visitor) };
    const response = await web.visit(path, { headers });

    // React Router's redirect for data requests, which the browser does not follow by itself.
    expect(response.status).toBe(202);
    expect(response.text).toContain(`"redirect","${target}"`);
  });
});

describe('A06 no spelling of a path and no method opens the admin panel', () => {
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

  test.each(['guest', 'ada'] as const)('for %s', async (visitor) => {
    const headers = {
      origin: web.url,
      'content-type': 'application/x-www-form-urlencoded',
      'x-http-method-override': 'GET',
      ...(visitor !== 'guest' && { cookie: cookieOf(visitor) }),
    };
    const before = api.requests.length;

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

    // The API got only requests for the current user and the public menus: no admin data was read or written.
    const requestedPaths = new Set(api.requests.slice(before).map(({ url }) => url?.split('?')[0] ?? ''));
    const harmless = ['/api/admin/me', '/api/products/categories'];
    expect(
      [...requestedPaths].filter((url) => !harmless.includes(url) && /admin|products\/|orders|imports/.test(url)),
    ).toEqual([]);
  });
});

describe('in production', () => {
  test('the UI kit redirects to Home', async () => {
    expect(await goTo('/dev/ui', 'guest', live)).toBe('/');
  });
});
