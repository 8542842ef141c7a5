import { dollars } from '@shop/contracts/common/money';
import { joinOrdersMessages } from '@shop/contracts/identity/guest-messages';
import { listGuestOrders } from '@shop/contracts/identity/operations';
import { orderMessages } from '@shop/contracts/orders/messages';
import { listOrders } from '@shop/contracts/orders/operations';
import type { Order } from '@shop/contracts/orders/schema';
import { Package } from 'lucide-react';
import { data } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { useDates } from '#lib/dates.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import { TextLink } from '#ui/text-link.tsx';
import type { Route } from './+types/orders';
import { OrderBadge } from './order-badge.tsx';
import { statusSentence } from './status-sentence.ts';

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

const THUMBNAILS = 4;

function OrderCard({ order }: { order: Order }) {
  const dates = useDates();
  const { id, number, createdAt, total, items } = order;
  const nameId = `order-${id}`;
  const more = items.length - THUMBNAILS;
  return (
    <article aria-labelledby={nameId} className="rounded-card border border-line p-5 tablet:p-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id={nameId} className="text-h3">
            {orderMessages.orderOf(number)}
          </h2>
          <p className="text-small text-ink-soft">{orderMessages.placedOn(dates.shortDate(new Date(createdAt)))}</p>
        </div>
        <OrderBadge order={order} />
      </div>
      <p className="mt-3">{statusSentence(order, dates)}</p>
      <ul aria-label={orderMessages.items} className="mt-4 flex flex-wrap items-center gap-3">
        {items.slice(0, THUMBNAILS).map((item) => (
          <li key={item.id}>
            <ResponsiveImage
              src={item.image}
              alt={item.name}
              width={72}
              height={90}
              sizes="72px"
              largest={320}
              className="h-[90px] w-[72px] rounded-image bg-pearl object-cover"
            />
          </li>
        ))}
        {more > 0 && <li className="text-small text-ink-soft">{orderMessages.more(more)}</li>}
      </ul>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-4">
        <p className="font-semibold tabular-nums">{dollars(total)}</p>
        <ButtonLink to={`/orders/${id}`} look="secondary" compact aria-describedby={nameId}>
          {orderMessages.view}
        </ButtonLink>
      </div>
    </article>
  );
}
