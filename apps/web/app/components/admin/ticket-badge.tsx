import type { TicketSummary } from '@shop/contracts/admin-tickets';
import { ticketStatusLabels } from '@shop/contracts/admin-tickets-texts';
import { Badge } from '#components/ui/badge.tsx';

const TONES = { open: 'pending', answered: 'delivered', closed: 'other' } as const;

export const TicketBadge = ({ status }: Pick<TicketSummary, 'status'>) => (
  <Badge tone={TONES[status]}>{ticketStatusLabels[status]}</Badge>
);
