import { adminReturnMessages as texts } from '@shop/contracts/returns/admin-messages';
import type { AdminReturn } from '@shop/contracts/returns/admin-schema';
import { useDates } from '#lib/dates.ts';

/** The steps of a return with their times, oldest first. */
export function ReturnTimeline({ of }: { of: AdminReturn }) {
  const { shortDate, dateTime } = useDates();
  const { steps } = texts;
  const closed = of.status === 'cancelled' || of.status === 'expired' || of.status === 'completed' ? of.status : null;
  const entries = [
    { label: steps.requested, at: of.requestedAt },
    { label: of.status === 'declined' ? steps.declined : steps.authorized, at: of.decidedAt, note: of.declineReason },
    { label: steps.received, at: of.receivedAt },
    { label: steps.refunded, at: of.refundedAt },
    { label: steps.exchange, at: of.exchangeShipment?.shippedAt, note: of.exchangeShipment?.trackingNumber },
    { label: steps.delivered, at: of.exchangeShipment?.deliveredAt },
    { label: closed ? steps[closed] : '', at: closed && of.closedAt },
  ].filter(({ at }) => at);
  return (
    <ol className="grid gap-3">
      {entries.map(({ label, at, note }) => (
        <li key={label}>
          <span className="block font-semibold text-small">{label}</span>
          {note && <span className="block text-small">{note}</span>}
          <time dateTime={at ?? undefined} className="block text-ink-muted text-small">
            {dateTime(new Date(at ?? 0))}
          </time>
        </li>
      ))}
      {of.status === 'authorized' && (
        <li className="text-ink-muted text-small">{texts.expected(shortDate(new Date(of.expiresAt)))}</li>
      )}
    </ol>
  );
}
