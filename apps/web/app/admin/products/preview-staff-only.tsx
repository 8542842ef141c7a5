import { Outlet } from 'react-router';
import { staffOnly } from '#lib/guards.server.ts';
import type { Route } from './+types/preview-staff-only';

export const middleware: Route.MiddlewareFunction[] = [staffOnly];

/** On a client-side navigation, middleware runs only for routes with a loader. */
export const loader = () => null;

/** Previews of the storefront, in its frame instead of that of the admin panel. */
export default function PreviewStaffOnly() {
  return <Outlet />;
}
