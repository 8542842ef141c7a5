import { Outlet } from 'react-router';
import { PageError } from '#frame/page-error.tsx';
import { adminsOnly } from '#lib/guards.server.ts';
import type { Route } from './+types/admins-only';

export const middleware: Route.MiddlewareFunction[] = [adminsOnly];

/** Middleware runs on a navigation in the browser only where something is to be loaded. */
export const loader = () => null;

export default function AdminsOnly() {
  return (
    <main id="content">
      <Outlet />
    </main>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main id="content">
      <PageError error={error} />
    </main>
  );
}
