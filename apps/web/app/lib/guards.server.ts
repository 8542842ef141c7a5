import { can } from '@shop/contracts/common/permissions';
import { SESSION_COOKIE } from '@shop/contracts/identity/constants';
import { Staff, User } from '@shop/contracts/identity/schema';
import { createContext, data, type MiddlewareFunction, redirect } from 'react-router';
import { requiredPermission } from './admin-pages.ts';
import { apiFor } from './api.server.ts';
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

/** Redirects guests to the login page. */
export const customersOnly: Guard = async ({ request, url }, next) => {
  if (await findCurrentUser(request)) return withoutCaching(await next());
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
  const result = await apiFor(request).tryGet('/admin/me', Staff);
  if (result.ok) return result.value;

  const { problem } = result;
  if (problem.status === 401) throw withoutCaching(redirect(loginUrl(request, url)));
  if (problem.code === 'new_password_required') throw withoutCaching(redirect('/account/settings#password'));
  if (problem.code === 'two_factor_required') throw withoutCaching(redirect('/account/settings#two-factor'));
  if (problem.code === 'session_too_old') throw withoutCaching(redirect(loginAgainUrl(url.pathname + url.search)));
  if (problem.status === 403) throw withoutCaching(redirect('/'));
  throw data(problem, { status: problem.status });
}

/** Redirects a logged-in user from a login page to its target, unless a new login is required. */
export async function guestsOnly(request: Request, url: URL) {
  if (!url.searchParams.has('again') && (await findCurrentUser(request)))
    throw withoutCaching(redirect(redirectTarget(url.searchParams.get('redirect'))));
}

/** Undefined for a guest and for an expired session. Any other API error is thrown to the error boundary. */
async function findCurrentUser(request: Request) {
  if (!hasSessionCookie(request)) return undefined;
  const result = await apiFor(request).tryGet('/user/me', User);
  if (result.ok) return result.value;
  if (result.problem.status === 401) return undefined;
  throw data(result.problem, { status: result.problem.status });
}

/** Personal responses must not be cached for other visitors. */
function withoutCaching(response: Response) {
  response.headers.set('Cache-Control', 'private, no-store');
  return response;
}
