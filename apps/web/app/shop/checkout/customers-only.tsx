import { Outlet } from 'react-router';
import { customersOnly } from '#lib/guards.server.ts';
import { CheckoutFrame } from '#shop/layout/checkout-layout.tsx';
import { PageError } from '#shop/layout/page-error.tsx';
import type { Route } from './+types/customers-only';

export const middleware: Route.MiddlewareFunction[] = [customersOnly];

/** On a client-side navigation, middleware runs only for routes with a loader. */
export const loader = () => null;

export default function CheckoutCustomersOnly() {
  return (
    <CheckoutFrame>
      <Outlet />
    </CheckoutFrame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <CheckoutFrame>
      <PageError error={error} />
    </CheckoutFrame>
  );
}
