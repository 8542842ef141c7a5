import { isCancellable } from '@shop/contracts/orders/constants';
import type { Order } from '@shop/contracts/orders/schema';
import { timelineMessages } from '@shop/contracts/orders/timeline-messages';
import { returnMessages } from '@shop/contracts/returns/messages';
import { conversationMessages } from '@shop/contracts/support/conversation-messages';
import { MessageSquare, Truck } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from '#ui/button.tsx';
import { CancelOrder } from './cancel-order.tsx';

type OrderActionsProps = {
  order: Order;
  cancelKey: string;
  /** Where items are returned; undefined if none can be. */
  returnUrl?: string;
  /** Where the conversation about this order is, or a new one starts. */
  helpUrl: string;
  /** Buy again and documents. */
  children: ReactNode;
};

/** One filled action that fits the status, help and the rest; cancelling is the last and quiet. */
export function OrderActions({ order, cancelKey, returnUrl, helpUrl, children }: OrderActionsProps) {
  return (
    <div className="flex flex-wrap items-start gap-3 print:hidden max-tablet:[&>*:first-child]:basis-full max-tablet:[&>*]:flex-[1_1_40%] max-tablet:[&>a]:px-2 max-tablet:[&>form>button]:w-full">
      <MainAction order={order} returnUrl={returnUrl} />
      <ButtonLink to={helpUrl} look="secondary">
        <MessageSquare aria-hidden className="size-4 max-tablet:hidden" strokeWidth={1.75} />
        {conversationMessages.help}
      </ButtonLink>
      {children}
      {isCancellable({ status: order.status, hasShipments: order.shipments.length > 0 }) && (
        <CancelOrder order={order} cancelKey={cancelKey} />
      )}
    </div>
  );
}

/** None for orders that can be cancelled or were, and delivered ones that cannot be returned. */
function MainAction({ order, returnUrl }: Pick<OrderActionsProps, 'order' | 'returnUrl'>) {
  const { status, shipments } = order;
  if (isCancellable({ status, hasShipments: shipments.length > 0 })) return null;
  if (returnUrl) return <ButtonLink to={returnUrl}>{returnMessages.title}</ButtonLink>;
  if (status === 'delivered' || status === 'cancelled') return null;
  return <TrackOrder url={shipments.findLast(({ trackingUrl }) => trackingUrl)?.trackingUrl ?? null} />;
}

/** The carrier's page of the newest shipment, or what we know of it on this page. */
function TrackOrder({ url }: { url: string | null }) {
  return (
    <ButtonLink to={url ?? '#timeline'} rel="noopener noreferrer">
      <Truck aria-hidden className="size-4" strokeWidth={1.75} />
      {timelineMessages.track}
    </ButtonLink>
  );
}
