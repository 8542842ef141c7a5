import { SESSION_COOKIE, Staff, User } from '@shop/contracts/identity';
import { may } from '@shop/contracts/permissions';
import { createContext, data, type MiddlewareFunction, redirect } from 'react-router';
import { neededFor } from './admin-pages.ts';
import { apiFor } from './api.server.ts';
import { redirectTarget } from './redirect-target.ts';

type Guard = MiddlewareFunction<Response>;

/** Whether the visitor claims to be signed in. Enough to choose a header, never enough to open a door. */
export const hasSessionCookie = (request: Request) =>
  (request.headers.get('cookie') ?? '').split('; ').some((cookie) => cookie.startsWith(`${SESSION_COOKIE}=`));

/** Guests are asked to sign in; those on the way to the checkout come back to it. */
export const membersOnly: Guard = async ({ request, url }, next) => {
  if (await visitor(request)) return unshared(await next());
  throw unshared(redirect(url.pathname === '/checkout' ? '/login?redirect=checkout' : '/login'));
};

/** Who opened the admin panel, for the loaders behind its guard. */
export const staffContext = createContext<Staff>();

/** Guests are asked to sign in, customers are shown the shop, and a page that is not for one's part leads to the panel's first. */
export const staffOnly: Guard = async ({ request, url, context }, next) => {
  const staff = await whoWorksHere(request, url);
  if (!may(staff, neededFor(url.pathname))) throw unshared(redirect('/admin'));
  context.set(staffContext, staff);
  return unshared(await next());
};

async function whoWorksHere(request: Request, { pathname, search }: URL) {
  if (!hasSessionCookie(request)) throw unshared(redirect('/login'));
  const answer = await apiFor(request).tryGet('/admin/me', Staff);
  if (answer.ok) return answer.value;

  const { problem } = answer;
  if (problem.status === 401) throw unshared(redirect('/login'));
  if (problem.code === 'two_factor_needed') throw unshared(redirect('/account/settings#two-factor'));
  if (problem.code === 'session_too_old')
    throw unshared(redirect(`/login?${new URLSearchParams({ again: '', redirect: pathname + search })}`));
  if (problem.status === 403) throw unshared(redirect('/'));
  throw data(problem, { status: problem.status });
}

/** Whoever is signed in already has no use for a login page, and goes where it would lead; unless asked to sign in again. */
export async function guestsOnly(request: Request, url: URL) {
  if (!url.searchParams.has('again') && (await visitor(request)))
    throw unshared(redirect(redirectTarget(url.searchParams.get('redirect'))));
}

/** Undefined for a guest and for a session that has ended. An API that cannot say breaks the page. */
async function visitor(request: Request) {
  if (!hasSessionCookie(request)) return undefined;
  const answer = await apiFor(request).tryGet('/user/me', User);
  if (answer.ok) return answer.value;
  if (answer.problem.status === 401) return undefined;
  throw data(answer.problem, { status: answer.problem.status });
}

/** What one visitor may see must not be kept for another. */
function unshared(response: Response) {
  response.headers.set('Cache-Control', 'private, no-store');
  return response;
}
