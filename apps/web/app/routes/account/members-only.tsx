import { Outlet } from 'react-router';
import { membersOnly } from '#lib/guards.server.ts';
import type { Route } from './+types/members-only';

export const middleware: Route.MiddlewareFunction[] = [membersOnly];

/** Middleware runs on a navigation in the browser only where something is to be loaded. */
export const loader = () => null;

export default function MembersOnly() {
  return <Outlet />;
}
