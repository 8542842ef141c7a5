import { Outlet } from 'react-router';
import { customersOnly } from '#lib/guards.server.ts';
import type { Route } from './+types/customers-only';

export const middleware: Route.MiddlewareFunction[] = [customersOnly];

/** On a client-side navigation, middleware runs only for routes with a loader. */
export const loader = () => null;

export default function CustomersOnly() {
  return <Outlet />;
}
