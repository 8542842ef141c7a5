import { type OrderPayment, paymentLabel, statusLabels } from '@shop/contracts/orders/messages';
import { Badge, type Tone } from '#ui/badge.tsx';

/** An unknown status is shown in gray, by its own name. */
export function StatusBadge({ status }: { status: string }) {
  return isKnown(status) ? <Badge tone={status}>{statusLabels[status]}</Badge> : <Badge tone="other">{status}</Badge>;
}

const isKnown = (status: string): status is keyof typeof statusLabels => Object.hasOwn(statusLabels, status);

const PAYMENT_TONES: Record<string, Tone> = { paid: 'delivered', pending: 'pending' };

/** Paid is green, pending yellow, anything else red. */
export function PaymentBadge({ order }: { order: OrderPayment }) {
  const tone = order.partiallyRefunded ? undefined : PAYMENT_TONES[order.paymentStatus];
  return <Badge tone={tone ?? 'cancelled'}>{paymentLabel(order)}</Badge>;
}
