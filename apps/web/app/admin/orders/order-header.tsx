import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import type { AdminOrder } from '@shop/contracts/orders/admin-schema';
import { isPartiallyRefunded } from '@shop/contracts/orders/messages';
import { packingMessages as texts } from '@shop/contracts/orders/packing-messages';
import { isPartiallyShipped } from '@shop/contracts/orders/shipping';
import { shippingMessages } from '@shop/contracts/orders/shipping-messages';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { PaymentBadge, StatusBadge } from '#shop/orders/status-badge.tsx';
import { Badge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { orderListUrl } from './back-link.ts';

/** Title and status of an order, the way back to the list, and its printed pages. */
export function OrderHeader({ order, children }: { order: AdminOrder; children: ReactNode }) {
  const [search] = useSearchParams();
  return (
    <>
      <Link
        to={orderListUrl(search.get('from'))}
        className="inline-flex min-h-11 items-center gap-2 text-ink-soft text-small underline-offset-4 hover:underline"
      >
        <ArrowLeft aria-hidden className="size-4" strokeWidth={1.5} />
        {adminOrderMessages.title}
      </Link>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
          <h1 className="font-display text-h1">{adminOrderMessages.details}</h1>
          <span className="font-display text-h1 tabular-nums">#{order.number}</span>
          {isPartiallyShipped(order) ? (
            <Badge tone="processing">{shippingMessages.partiallyShipped}</Badge>
          ) : (
            <StatusBadge status={order.status} />
          )}
          <PaymentBadge order={{ ...order, partiallyRefunded: isPartiallyRefunded(order) }} />
        </div>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={`/admin/orders/packing-slips?orderId=${order.id}`} look="secondary" compact>
            {texts.packingSlip}
          </ButtonLink>
          <ButtonLink to={`/admin/orders/pick-list?orderId=${order.id}`} look="secondary" compact>
            {texts.pickList}
          </ButtonLink>
          {children}
        </div>
      </div>
    </>
  );
}
