import { Outlet } from 'react-router';
import { customersOnly } from '#lib/guards.server.ts';
import type { Route } from './+types/customers-only';

export const middleware: Route.MiddlewareFunction[] = [customersOnly];

/** Middleware runs on a navigation in the browser only where something is to be loaded. */
export const loader = () => null;

export default function CustomersOnly() {
  return <Outlet />;
}
