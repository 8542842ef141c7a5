import type { Order } from '@shop/contracts/orders/schema';
import { Phone } from 'lucide-react';
import { addressLines } from './address-lines.ts';

/** An address as on a parcel, with the recipient in large type and the phone number below. */
export function AddressLabel({ address }: { address: Order['shippingAddress'] }) {
  const [name, ...lines] = addressLines(address);
  return (
    <address className="overflow-hidden rounded-control border border-line bg-paper not-italic">
      <span
        aria-hidden
        className="block h-1 bg-[repeating-linear-gradient(135deg,var(--color-blush-deep)_0_10px,var(--color-paper)_10px_14px,var(--color-mauve)_14px_24px,var(--color-paper)_24px_28px)]"
      />
      <div className="px-4 py-3 wrap-anywhere">
        <span className="block font-semibold text-h3">{name}</span>
        <span className="block whitespace-pre-line">{lines.join('\n')}</span>
        {address.phone && (
          <span className="mt-2 flex items-center gap-2 border-line border-t border-dashed pt-2 text-ink-soft">
            <Phone aria-hidden className="size-4 shrink-0" strokeWidth={1.5} />
            {address.phone}
          </span>
        )}
      </div>
    </address>
  );
}
