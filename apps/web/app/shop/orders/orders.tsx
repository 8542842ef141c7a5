import { joinOrdersMessages } from '@shop/contracts/identity/guest-messages';
import { listGuestOrders } from '@shop/contracts/identity/operations';
import { orderMessages } from '@shop/contracts/orders/messages';
import { listOrders } from '@shop/contracts/orders/operations';
import { Package } from 'lucide-react';
import { data } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import { TextLink } from '#ui/text-link.tsx';
import type { Route } from './+types/orders';
import { OrderCard } from './order-card.tsx';

export async function loader({ request, url }: Route.LoaderArgs) {
  const after = url.searchParams.get('after');
  const api = apiFor(request);
  const [found, guestOrders] = await Promise.all([
    api.call(listOrders, { query: { after: after || undefined } }),
    // Of accounts only.
    api.call(listGuestOrders),
  ]);
  if (!found.ok) throw data(found.problem, { status: found.problem.status });
  const guestOrderCount = guestOrders.ok ? guestOrders.value.length : 0;
  return { orders: found.value, next: found.next, fromStart: !after, guestOrderCount };
}

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, orderMessages.title);

export default function OrdersPage({ loaderData: { orders, next, fromStart, guestOrderCount } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="font-display text-h1">{orderMessages.heading}</h1>
      <FlashMessage texts={{ joined: joinOrdersMessages.done }} />
      {guestOrderCount > 0 && (
        <p className="mt-4 flex flex-wrap items-baseline gap-x-4 gap-y-2 rounded-control border border-line border-l-[3px] border-l-violet px-4 py-4">
          {joinOrdersMessages.found(guestOrderCount)}
          <TextLink to="/add-guest-orders">{joinOrdersMessages.review}</TextLink>
        </p>
      )}
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
