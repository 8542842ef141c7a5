import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { Badge, type Tone } from '#ui/badge.tsx';

const TONES: Record<string, Tone> = {
  captured: 'delivered',
  processed: 'delivered',
  sent: 'delivered',
  pending: 'pending',
  queued: 'pending',
  failed: 'cancelled',
  refunded: 'cancelled',
};

/** The status of a payment, a refund or an email of an order. */
export const RecordStatusBadge = ({ status }: { status: string }) => (
  <Badge tone={TONES[status] ?? 'other'}>{adminOrderMessages.recordStatuses[status] ?? status}</Badge>
);
