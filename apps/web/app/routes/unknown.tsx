import { redirect } from 'react-router';
import type { Route } from './+types/unknown';

/** An address the shop does not know leads home; one under /admin to the dashboard. */
export function loader({ url }: Route.LoaderArgs) {
  return redirect(url.pathname.startsWith('/admin/') ? '/admin' : '/');
}
