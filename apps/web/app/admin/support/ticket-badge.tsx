import { ticketStatusLabels } from '@shop/contracts/support/admin-messages';
import type { TicketSummary } from '@shop/contracts/support/admin-schema';
import { Badge } from '#ui/badge.tsx';

const TONES = { open: 'pending', answered: 'delivered', closed: 'other' } as const;

export const TicketBadge = ({ status }: Pick<TicketSummary, 'status'>) => (
  <Badge tone={TONES[status]}>{ticketStatusLabels[status]}</Badge>
);
