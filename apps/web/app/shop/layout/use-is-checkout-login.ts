import { useLocation } from 'react-router';
import { redirectTarget } from '#lib/redirect-target.ts';

/** Whether this is the login page before checkout. */
export function useIsCheckoutLogin() {
  const { pathname, search } = useLocation();
  const parameters = new URLSearchParams(search);
  const isLogin = pathname === '/login' && !parameters.has('again');
  return isLogin && redirectTarget(parameters.get('redirect')) === '/checkout';
}
