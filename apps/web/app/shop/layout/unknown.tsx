import { redirect } from 'react-router';
import type { Route } from './+types/unknown';

/** An unknown path redirects to Home, one under /admin to the dashboard. */
export function loader({ url }: Route.LoaderArgs) {
  return redirect(url.pathname.startsWith('/admin/') ? '/admin' : '/');
}
