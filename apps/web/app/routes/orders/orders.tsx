import { pageTitle } from '@shop/contracts/common/constants';
import { orderMessages } from '@shop/contracts/orders/messages';
import { Order } from '@shop/contracts/orders/schema';
import { Package } from 'lucide-react';
import { data } from 'react-router';
import { OrderCard } from '#features/orders/order-card.tsx';
import { apiFor } from '#lib/api.server.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import type { Route } from './+types/orders';

export async function loader({ request, url }: Route.LoaderArgs) {
  const after = url.searchParams.get('after');
  const path = `/orders?${new URLSearchParams(after ? { after } : {})}`;
  const found = await apiFor(request).tryGetPage(path, Order.array());
  if (!found.ok) throw data(found.problem, { status: found.problem.status });
  const { items, next } = found.value;
  return { orders: items, next, fromStart: !after };
}

export const meta = () => [{ title: pageTitle(orderMessages.title) }, { name: 'robots', content: 'noindex' }];

export default function OrdersPage({ loaderData: { orders, next, fromStart } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="font-display text-h1">{orderMessages.heading}</h1>
      {orders.length === 0 ? (
        <NoOrders />
      ) : (
        <ul className="mt-6 grid grid-cols-1 gap-4 desktop:grid-cols-2 desktop:gap-6">
          {orders.map((order) => (
            <li key={order.id} className="min-w-0">
              <OrderCard order={order} />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-8 flex flex-wrap gap-4">
        {next && (
          <ButtonLink to={`/orders?${new URLSearchParams({ after: next })}`} look="secondary" rel="next">
            {orderMessages.showOlder}
          </ButtonLink>
        )}
        {!fromStart && (
          <ButtonLink to="/orders" look="word">
            {orderMessages.newest}
          </ButtonLink>
        )}
      </div>
    </>
  );
}

function NoOrders() {
  const start = <ButtonLink to="/products">{orderMessages.startShopping}</ButtonLink>;
  return (
    <EmptyState icon={Package} title={orderMessages.none} action={start}>
      {orderMessages.noneText}
    </EmptyState>
  );
}
