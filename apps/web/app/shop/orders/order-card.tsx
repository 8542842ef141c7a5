import { dollars } from '@shop/contracts/common/money';
import { orderMessages } from '@shop/contracts/orders/messages';
import type { Order } from '@shop/contracts/orders/schema';
import { useDates } from '#lib/dates.ts';
import { ButtonLink } from '#ui/button.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import { answerOf } from './order-answer.ts';
import { OrderBadge } from './order-badge.tsx';

const THUMBNAILS = 4;

export function OrderCard({ order }: { order: Order }) {
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
      <p className="mt-3">{answerOf(order, dates)}</p>
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
