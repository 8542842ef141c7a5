import { Outlet } from 'react-router';
import type { Route } from './+types/frame';

/**
 * These pages hold what somebody typed and, in their address, the secret of a mailed link: nobody keeps or lists them,
 * and where one goes from here only the site is told. (Without any referrer browsers would not name the origin of a
 * form either, and it would be refused.)
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
  return (
    <div className="page-width section-rhythm">
      <div className="mx-auto max-w-md">
        <Outlet />
      </div>
    </div>
  );
}
