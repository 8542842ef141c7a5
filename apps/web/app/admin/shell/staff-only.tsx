import { getMenuCounts } from '@shop/contracts/analytics/admin-operations';
import type { ReactNode } from 'react';
import { Outlet, useRouteLoaderData } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { staffContext, staffOnly } from '#lib/guards.server.ts';
import { PageError } from '#shop/layout/page-error.tsx';
import type { Route } from './+types/staff-only';
import { Shell } from './shell.tsx';

export const middleware: Route.MiddlewareFunction[] = [staffOnly];

/** The counters of the sidebar must not delay a page. */
const COUNTS_DEADLINE_MS = 1_000;

/** Without an answer the panel has no counters. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const counts = await apiFor(request, { deadlineMs: COUNTS_DEADLINE_MS }).call(getMenuCounts);
  return {
    staff: context.get(staffContext),
    counts: counts.ok ? counts.value : null,
    formKey: crypto.randomUUID(),
  };
}

export const meta = () => [{ name: 'robots', content: 'noindex' }];

export default function StaffOnly({ loaderData }: Route.ComponentProps) {
  return (
    <Shell {...loaderData}>
      <Outlet />
    </Shell>
  );
}

/** The navigation stays available when a page fails. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const known = useRouteLoaderData<typeof loader>('admin/shell/staff-only');
  const broken = <PageError error={error} />;
  return known ? <Shell {...known}>{broken}</Shell> : <Bare>{broken}</Bare>;
}

const Bare = ({ children }: { children: ReactNode }) => <main id="content">{children}</main>;
