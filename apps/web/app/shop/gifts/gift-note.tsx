import { giftMessages as texts } from '@shop/contracts/orders/gift-messages';
import type { Gift } from '@shop/contracts/orders/gift-schema';
import { QrCode } from '#ui/qr-code.tsx';

/** For paper: for whom the gift is, the message, and where the recipient can exchange items. */
export function GiftNote({ gift: { recipient, message }, url }: { gift: Gift; url: string }) {
  return (
    <section aria-label={texts.receipt} className="mt-6 break-inside-avoid wrap-anywhere">
      <p className="font-display text-h2">{texts.giftFor(recipient)}</p>
      {message && <p className="mt-2 whitespace-pre-line">{message}</p>}
      <div className="mt-6 flex flex-wrap items-start gap-4 border-line border-t pt-6">
        <div className="w-32 shrink-0">
          <QrCode text={url} label={texts.code} />
        </div>
        <div className="min-w-0 flex-1 basis-48">
          <p className="font-semibold">{texts.exchangeTitle}</p>
          <p className="text-ink-soft text-small">{texts.exchangeText}</p>
          <p className="mt-2 text-small">{url}</p>
        </div>
      </div>
    </section>
  );
}
