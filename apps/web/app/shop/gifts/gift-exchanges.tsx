import { giftExchangeMessages as texts } from '@shop/contracts/returns/gift-messages';
import type { GiftPage } from '@shop/contracts/returns/gift-schema';
import { useDates } from '#lib/dates.ts';
import { ReturnBadge } from '#shop/returns/order-returns.tsx';
import { TextLink } from '#ui/text-link.tsx';

/** The exchanges that the recipient requested, each with its state. */
export function GiftExchanges({ exchanges }: Pick<GiftPage, 'exchanges'>) {
  const { shortDate } = useDates();
  if (exchanges.length === 0) return null;
  return (
    <section aria-labelledby="exchanges">
      <h2 id="exchanges" className="mb-4 font-display text-h2">
        {texts.exchanges}
      </h2>
      <ul className="grid gap-3">
        {exchanges.map(({ id, status, requestedAt, items, declineReason, shipment }) => (
          <li key={id} className="rounded-card border border-line p-4 tablet:p-5">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <h3 className="font-semibold">{texts.exchangeOf(shortDate(new Date(requestedAt)))}</h3>
              <ReturnBadge status={status} />
            </div>
            <ul className="mt-2 text-ink-soft text-small">
              {items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
            {status === 'cancelled' && <p className="mt-2 text-small">{texts.cancelled}</p>}
            {declineReason && <p className="mt-2 text-small">{texts.declined(declineReason)}</p>}
            {shipment && (
              <p className="mt-2 text-small">
                {shipment.trackingUrl ? (
                  <TextLink to={shipment.trackingUrl}>{texts.shipped(shipment.trackingNumber)}</TextLink>
                ) : (
                  texts.shipped(shipment.trackingNumber)
                )}
              </p>
            )}
            {shipment?.deliveredAt && (
              <p className="mt-2 text-small">{texts.delivered(shortDate(new Date(shipment.deliveredAt)))}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
