import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Dashboard } from '@shop/contracts/analytics/dashboard-schema';
import type { Analytics, Figures, ReportedRange } from '@shop/contracts/analytics/schema';
import type { CheckoutState } from '@shop/contracts/checkout/schema';
import { minor } from '@shop/contracts/common/money';
import { isStaff } from '@shop/contracts/common/permissions';
import type { Problem } from '@shop/contracts/common/problem';
import { SESSION_COOKIE } from '@shop/contracts/identity/constants';
import type { Session, TwoFactor, User } from '@shop/contracts/identity/schema';
import { startHttpServer } from './http-server.ts';
import {
  cart,
  category,
  detail,
  facets,
  home,
  hostile,
  noNotifications,
  ownPage,
  pair,
  product,
  site,
  storeSettings,
} from './stub-data.ts';

const ada: User = {
  id: randomUUID(),
  name: 'Ada Quill',
  email: 'ada@example.com',
  emailVerified: true,
  phone: null,
  role: 'user',
  addresses: [],
};
const users: Record<string, User> = {
  ada,
  bela: { ...ada, id: randomUUID(), name: 'Bela Fonn', email: 'bela@example.com' },
  admin: { ...ada, id: randomUUID(), name: 'Zoe Admin', email: 'zoe@example.com', role: 'admin' },
  careless: { ...ada, id: randomUUID(), name: 'Yan Admin', email: 'yan@example.com', role: 'admin' },
  stale: { ...ada, id: randomUUID(), name: 'Xia Admin', email: 'xia@example.com', role: 'admin' },
  weak: { ...ada, id: randomUUID(), name: 'Vic Manager', email: 'vic@example.com', role: 'manager' },
  buyer: { ...ada, id: randomUUID(), name: 'Guest', email: 'una@example.com', emailVerified: false, guest: true },
  packer: { ...ada, id: randomUUID(), name: 'Wim Packer', email: 'wim@example.com', role: 'packer' },
};
/** The store requires it of admins, and one of them has not set it up. */
const twoFactorOf = (user: User | null): TwoFactor => ({
  enabled: user === users.admin,
  needed: user === users.careless,
  recoveryCodesRemaining: 0,
});

function sendStaff(response: ServerResponse, user: User | null) {
  if (!user) sendProblem(response, 401);
  else if (user === users.careless) sendProblem(response, 403, 'two_factor_required');
  else if (user === users.weak) sendProblem(response, 403, 'new_password_required');
  else if (user === users.stale) sendProblem(response, 403, 'session_too_old');
  else if (isStaff(user)) send(response, user);
  else sendProblem(response, 403);
}

const thisMonth: ReportedRange = {
  from: '2026-03-01',
  to: '2026-03-15',
  compare: 'previous',
  before: { from: '2026-02-01', to: '2026-02-15' },
  isDefault: true,
  today: '2026-03-15',
  timeZone: 'UTC',
};
const emptyDashboard: Dashboard = {
  range: thisMonth,
  cards: null,
  points: null,
  recentOrders: null,
  popular: null,
  activity: null,
  paymentsToday: null,
  attention: [],
  lowStock: null,
};
const nothing: Figures = {
  revenue: 0,
  orders: 0,
  units: 0,
  average: null,
  customers: 0,
  returning: null,
  refunds: 0,
  refundCount: 0,
  abandonment: null,
};
const noSales: Analytics = {
  range: thisMonth,
  by: 'day',
  totals: { ...nothing, unpaid: 0 },
  totalsBefore: nothing,
  points: [],
  categories: [],
  products: [],
  methods: [],
  discountCodes: [],
  customers: [],
  refundedProducts: [],
  funnel: [],
  searches: [],
  promises: { due: 0, kept: 0, before: null },
};

export const OPEN_CHECKOUT = '01890000-0000-7000-8000-000000000001';
const payable = {
  order: { id: 'order_1', amount: minor(9_207), currency: 'INR' },
  key: 'rzp_test_stub',
  secondsRemaining: 899,
  itemCount: 2,
};
const openCheckout: CheckoutState = { id: OPEN_CHECKOUT, status: 'open', placed: null, refunded: false, payable };

/** The session cookie of one of the users above. */
export const cookieOf = (name: 'ada' | 'bela' | 'buyer' | 'admin' | 'careless' | 'stale' | 'weak' | 'packer') =>
  `${SESSION_COOKIE}=${name}`;

/** A stub API that follows the contract, on a real port, and records its requests. */
export async function startStubApi(port?: number) {
  const requests: Pick<IncomingMessage, 'url' | 'headers'>[] = [];
  /** Error responses to send instead, by method and path: `POST /api/products`. */
  const problems = new Map<string, Pick<Problem, 'status' | 'message'> & { code?: string }>();
  /** Requests that are not answered, by method and path. */
  const held = new Set<string>();
  const server = await startHttpServer((request, response) => {
    requests.push({ url: request.url, headers: request.headers });
    const user = users[new RegExp(`${SESSION_COOKIE}=(\\w+)`).exec(request.headers.cookie ?? '')?.[1] ?? ''] ?? null;
    const path = request.url?.split('?')[0] ?? '';
    const problem = problems.get(`${request.method} ${path}`);
    const handler = handlers[path];
    if (held.has(`${request.method} ${path}`)) return;
    if (problem) sendProblem(response, problem.status, problem.code, problem.message);
    else if (handler) handler(response, user);
    else sendProblem(response, 404);
  }, port);
  return { ...server, requests, problems, held };
}

const handlers: Record<string, (response: ServerResponse, user: User | null) => void> = {
  '/health/ready': (response) => send(response, { status: 'ready' }),
  '/api/store-settings': (response) => send(response, storeSettings),
  '/api/home': (response) => send(response, home),
  '/api/site': (response) => send(response, site),
  '/api/products/categories': (response) => send(response, [category]),
  '/api/collections': (response) => send(response, []),
  '/api/products/featured': (response) => send(response, [product]),
  '/api/products': (response) => send(response, [product, pair]),
  '/api/products/brands': (response) => send(response, []),
  '/api/products/facets': (response) => send(response, facets),
  '/api/products/aurora-solitaire-ring': (response) => send(response, detail),
  '/api/products/aurora-solitaire-ring/reviews': (response) => send(response, []),
  '/api/products/hostile': (response) => send(response, hostile),
  '/api/products/hostile/reviews': (response) => send(response, []),
  '/api/pages': (response) => send(response, []),
  '/api/pages/care': (response) => send(response, ownPage),
  '/api/cart': (response) => send(response, cart),
  '/api/payment/create-order': (response) => {
    response.setHeader('set-cookie', 'device=d; Path=/');
    send(response, { ...payable, checkoutId: OPEN_CHECKOUT });
  },
  '/api/payment/callback': (response) => send(response, { received: true }),
  [`/api/checkouts/${OPEN_CHECKOUT}`]: (response, user) =>
    user ? send(response, openCheckout) : sendProblem(response, 401),
  '/api/wishlist': (response) => send(response, []),
  '/api/orders': (response) => send(response, []),
  '/api/notifications/stream': (response) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: event\n\n'),
  '/api/notifications': (response) => send(response, noNotifications),
  '/api/user/me': (response, user) => (user ? send(response, user) : sendProblem(response, 401)),
  '/api/user/password': (response, user) =>
    send(response, { minLength: isStaff(user) ? 12 : 6, newPasswordRequired: user === users.weak }),
  '/api/user/two-factor': (response, user) => send(response, twoFactorOf(user)),
  '/api/admin/me': sendStaff,
  '/api/admin/orders': (response) => send(response, []),
  '/api/admin/products': (response) => send(response, []),
  '/api/admin/reviews': (response) => send(response, []),
  '/api/admin/dashboard': (response) => send(response, emptyDashboard),
  '/api/admin/setup-guide': (response) => send(response, { hidden: true, steps: [] }),
  '/api/admin/analytics': (response) => send(response, noSales),
  '/api/session': (response, user) => send(response, sessionOf(user)),
  '/api/overloaded': (response) => sendProblem(response, 503),
  '/media/hero-1/960.webp': (response) => response.writeHead(200, { 'content-type': 'image/webp' }).end('image'),
};

const sessionOf = (user: User | null): Session => ({
  user,
  cartCount: 0,
  wishlistCount: 0,
  wishlist: [],
  unreadCount: 0,
  country: null,
});

const send = (response: ServerResponse, body: unknown) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));

function sendProblem(response: ServerResponse, status: number, code = 'no', message = 'No.') {
  const problem: Problem = { type: 'about:blank', title: '', status, code, message, requestId: '' };
  response.writeHead(status, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem));
}
