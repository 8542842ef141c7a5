import { formatCharge } from '@shop/contracts/common/money';
import { isReturnCancellable, type ReturnStatus } from '@shop/contracts/returns/constants';
import { giftExchangeMessages } from '@shop/contracts/returns/gift-messages';
import { returnStatusLabels, returnMessages as texts } from '@shop/contracts/returns/messages';
import type { Return } from '@shop/contracts/returns/schema';
import { Form } from 'react-router';
import { useDates } from '#lib/dates.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { Badge, type Tone } from '#ui/badge.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { sizeText } from './return-draft.ts';

const TONES: Record<ReturnStatus, Tone> = {
  requested: 'pending',
  authorized: 'processing',
  received: 'shipped',
  completed: 'delivered',
  declined: 'cancelled',
  cancelled: 'other',
  expired: 'other',
};

export const ReturnBadge = ({ status }: { status: ReturnStatus }) => (
  <Badge tone={TONES[status]}>{returnStatusLabels[status]}</Badge>
);

/** The returns of an order, each with its state and what comes next. Its forms post to the return page. */
export function OrderReturns({ orderId, returns }: { orderId: string; returns: Return[] }) {
  const { shortDate } = useDates();
  if (returns.length === 0) return null;
  return (
    <section aria-labelledby="returns">
      <h2 id="returns" className="mb-4 font-display text-h2">
        {texts.returnsOfOrder}
      </h2>
      <ul className="grid gap-3">
        {returns.map((each) => (
          <li key={each.id} className="rounded-card border border-line p-4 tablet:p-5">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <h3 className="font-semibold">{texts.returnOf(shortDate(new Date(each.requestedAt)))}</h3>
              <ReturnBadge status={each.status} />
            </div>
            <ul className="mt-2 text-ink-soft text-small">
              {each.byRecipient && <li>{giftExchangeMessages.byRecipient}</li>}
              {each.lines.map((line) => (
                <li key={line.id}>{lineText(line)}</li>
              ))}
            </ul>
            <NextStep of={each} />
            {isReturnCancellable(each.status) && (
              <Form method="post" action={`/orders/${orderId}/return`} className="mt-2">
                <input type="hidden" name="returnId" value={each.id} />
                <IntentButton intent="cancel" look="word" values={{ returnId: each.id }}>
                  {texts.cancel}
                </IntentButton>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function lineText({ quantity, name, options, exchange }: Return['lines'][number]) {
  const item = [`${quantity} × ${name}`, sizeText(options)].filter(Boolean).join(', ');
  return exchange ? texts.exchangedText(item, sizeText(exchange.options)) : item;
}

function NextStep({ of }: { of: Return }) {
  const { shortDate } = useDates();
  const { exchangeShipment: shipment } = of;
  const until = shortDate(new Date(of.expiresAt));
  const sizes = of.lines.flatMap(({ exchange }) => (exchange ? sizeText(exchange.options) : []));
  const notes = [
    ...(of.status === 'authorized' ? [texts.sendBy(until), of.instructions] : []),
    ...(isReturnCancellable(of.status) && sizes.length > 0 ? [texts.sizeReservedUntil(sizes.join(', '), until)] : []),
    of.declineReason ?? '',
    of.refund > 0 ? texts.refunded(formatCharge(of.refund, of.currency)) : '',
    shipment?.deliveredAt ? texts.exchangeDelivered(shortDate(new Date(shipment.deliveredAt))) : '',
  ].filter(Boolean);
  if (notes.length === 0 && !shipment) return null;
  return (
    <div className="mt-2 grid gap-1 text-small">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {shipment && (
        <p>
          {shipment.trackingUrl ? (
            <TextLink to={shipment.trackingUrl}>{texts.exchangeShipped(shipment.trackingNumber)}</TextLink>
          ) : (
            texts.exchangeShipped(shipment.trackingNumber)
          )}
        </p>
      )}
    </div>
  );
}
