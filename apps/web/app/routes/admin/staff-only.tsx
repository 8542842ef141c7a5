import type { ReactNode } from 'react';
import { Outlet, useRouteLoaderData } from 'react-router';
import { Shell } from '#features/admin/shell/shell.tsx';
import { PageError } from '#features/layout/page-error.tsx';
import { staffContext, staffOnly } from '#lib/guards.server.ts';
import type { Route } from './+types/staff-only';

export const middleware: Route.MiddlewareFunction[] = [staffOnly];

export function loader({ context }: Route.LoaderArgs) {
  return { staff: context.get(staffContext), formKey: crypto.randomUUID() };
}

export const meta = () => [{ name: 'robots', content: 'noindex' }];

export default function StaffOnly({ loaderData: { staff } }: Route.ComponentProps) {
  return (
    <Shell staff={staff}>
      <Outlet />
    </Shell>
  );
}

/** The navigation stays available when a page fails. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const known = useRouteLoaderData<typeof loader>('routes/admin/staff-only');
  const broken = <PageError error={error} />;
  return known ? <Shell staff={known.staff}>{broken}</Shell> : <Bare>{broken}</Bare>;
}

const Bare = ({ children }: { children: ReactNode }) => <main id="content">{children}</main>;
