import { SESSION_COOKIE, TwoFactor, User } from '@shop/contracts/identity';
import { isAdmin } from '@shop/contracts/identity-texts';
import { data, type MiddlewareFunction, redirect } from 'react-router';
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

/** Guests are asked to sign in; customers are shown the shop; an admin may have to set up two-factor sign-in first. */
export const adminsOnly: Guard = async ({ request }, next) => {
  const user = await visitor(request);
  if (!isAdmin(user)) throw unshared(redirect(user ? '/' : '/login'));
  const { needed } = await apiFor(request).get('/user/two-factor', TwoFactor);
  if (needed) throw unshared(redirect('/account/settings#two-factor'));
  return unshared(await next());
};

/** Whoever is signed in already has no use for a login page, and goes where it would lead. */
export async function guestsOnly(request: Request, url: URL) {
  if (await visitor(request)) throw unshared(redirect(redirectTarget(url.searchParams.get('redirect'))));
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
