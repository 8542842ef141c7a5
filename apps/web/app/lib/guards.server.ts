import { ADMIN_PAGES } from '@shop/contracts/admin/pages';
import { can } from '@shop/contracts/common/permissions';
import { getCurrentStaffMember } from '@shop/contracts/identity/admin-operations';
import { orderLinkCookie, SESSION_COOKIE } from '@shop/contracts/identity/constants';
import { getCurrentUser } from '@shop/contracts/identity/operations';
import type { Staff } from '@shop/contracts/identity/schema';
import { createContext, data, type MiddlewareFunction, matchPath, redirect } from 'react-router';
import { apiFor } from './api.server.ts';
import { isOpenToGuests } from './protected-paths.ts';
import { loginAgainUrl, redirectTarget, withRedirect } from './redirect-target.ts';

type Guard = MiddlewareFunction<Response>;

/** Whether the request has a session cookie, valid or not. Only selects the page header; never grants access. */
export const hasSessionCookie = (request: Request) =>
  (request.headers.get('cookie') ?? '').split('; ').some((cookie) => cookie.startsWith(`${SESSION_COOKIE}=`));

/** The page to show after login: the requested one, so that links in emails keep their target, or that of a form. */
function pageAfterLogin({ method, headers }: Request, url: URL) {
  const referrer = headers.get('referer') ?? '';
  const { pathname, search } = method === 'POST' && URL.canParse(referrer) ? new URL(referrer) : url;
  return pathname === '/checkout' ? 'checkout' : pathname + search;
}

/** The login page. Only the path of a referrer is used, which `redirectTarget` checks like any other value. */
const loginUrl = (request: Request, url: URL) => withRedirect('/login', pageAfterLogin(request, url));

/**
 * Redirects visitors without a session to the login page, unless they have the link to this order, and guests at checkout
 * from pages of an account to the one that creates it.
 */
export const customersOnly: Guard = async ({ request, url }, next) => {
  const opened = openOrderLink(url);
  if (opened) throw withoutCaching(opened);
  const user = await findCurrentUser(request);
  if (user?.guest && !isOpenToGuests(url.pathname)) throw withoutCaching(redirect('/guest-account'));
  if (user || hasOrderLink(request, url)) return withoutCaching(await next());
  throw withoutCaching(redirect(loginUrl(request, url)));
};

/** The staff member in the admin panel, for the loaders behind its guard. */
export const staffContext = createContext<Staff>();

/** Redirects guests to the login page, customers to Home, and staff without the page's permission to the dashboard. */
export const staffOnly: Guard = async ({ request, url, context }, next) => {
  const staff = await loadStaff(request, url);
  if (!can(staff, requiredPermission(url.pathname))) throw withoutCaching(redirect('/admin'));
  context.set(staffContext, staff);
  return withoutCaching(await next());
};

async function loadStaff(request: Request, url: URL) {
  if (!hasSessionCookie(request)) throw withoutCaching(redirect(loginUrl(request, url)));
  const result = await apiFor(request).call(getCurrentStaffMember);
  if (result.ok) return result.value;

  const { problem } = result;
  if (problem.status === 401) throw withoutCaching(redirect(loginUrl(request, url)));
  if (problem.code === 'new_password_required') throw withoutCaching(redirect('/account/settings#password'));
  if (problem.code === 'two_factor_required') throw withoutCaching(redirect('/account/settings#two-factor'));
  if (problem.code === 'session_too_old') throw withoutCaching(redirect(loginAgainUrl(url.pathname + url.search)));
  if (problem.status === 403) throw withoutCaching(redirect('/'));
  throw data(problem, { status: problem.status });
}

/**
 * Redirects a logged-in user from a login page to its target, unless a new login is required. A guest at checkout may log
 * in or register: returned, for its email address.
 */
export async function guestsOnly(request: Request, url: URL) {
  if (url.searchParams.has('again')) return undefined;
  const user = await findCurrentUser(request);
  if (user && !user.guest) throw withoutCaching(redirect(redirectTarget(url.searchParams.get('redirect'))));
  return user;
}

/** Undefined for a guest and for an expired session. Any other API error is thrown to the error boundary. */
async function findCurrentUser(request: Request) {
  if (!hasSessionCookie(request)) return undefined;
  const result = await apiFor(request).call(getCurrentUser);
  if (result.ok) return result.value;
  if (result.problem.status === 401) return undefined;
  throw data(result.problem, { status: result.problem.status });
}

/** Personal responses must not be cached for other visitors. */
function withoutCaching(response: Response) {
  response.headers.set('Cache-Control', 'private, no-store');
  return response;
}

const ORDER = /^\/orders\/([\da-f-]{36})(?:\/|$)/;
const KEY = /^[\da-z]{1,9}(?:\.\d{1,10})?\.[\w-]{43}$/;

/**
 * The link in the emails of a guest's order: its key moves from the URL into a cookie, so that it is in no referrer and
 * no history, and every page and form below the order has it. The API checks it.
 */
function openOrderLink({ pathname, searchParams }: URL) {
  const [, orderId] = ORDER.exec(pathname) ?? [];
  const key = searchParams.get('key') ?? '';
  if (!orderId || !KEY.test(key)) return undefined;
  const cookie = `${orderLinkCookie(orderId)}=${key}; Path=/; HttpOnly; Secure; SameSite=Lax`;
  return redirect(pathname, { headers: { 'Set-Cookie': cookie } });
}

/** Whether the visitor has opened the link to the order of this page. Grants nothing: the API decides. */
function hasOrderLink(request: Request, { pathname }: URL) {
  const [, orderId] = ORDER.exec(pathname) ?? [];
  if (!orderId) return false;
  const cookies = (request.headers.get('cookie') ?? '').split('; ');
  return cookies.some((cookie) => cookie.startsWith(`${orderLinkCookie(orderId)}=`));
}

/** The permission a page of the admin panel requires. A path without a page requires `admin.access` only. */
const requiredPermission = (pathname: string) =>
  ADMIN_PAGES.find(({ path }) => matchPath(path, pathname))?.needs ?? 'admin.access';
