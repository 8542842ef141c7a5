import { Outlet } from 'react-router';
import { useIsCheckoutLogin } from '#shop/layout/use-is-checkout-login.ts';
import type { Route } from './+types/auth-layout';

/**
 * These pages contain typed values and, in their URL, the token of an emailed link: they are not cached or indexed, and
 * the referrer has only the origin. (With `no-referrer`, browsers would omit the origin of a form too, and it would be
 * rejected.)
 */
const setPrivacyHeaders: Route.MiddlewareFunction = async (_visit, next) => {
  const response = await next();
  response.headers.set('Cache-Control', 'private, no-store');
  response.headers.set('Referrer-Policy', 'strict-origin');
  response.headers.set('X-Robots-Tag', 'noindex');
  return response;
};

export const middleware: Route.MiddlewareFunction[] = [setPrivacyHeaders];

export default function SignInFrame() {
  const isWide = useIsCheckoutLogin();
  if (isWide) return <Outlet />;
  return (
    <div className="page-width section-rhythm">
      <div className="mx-auto max-w-md">
        <Outlet />
      </div>
    </div>
  );
}
