import { returnMessages as texts } from '@shop/contracts/returns/messages';
import type { RefundBreakdown } from '@shop/contracts/returns/refund';
import { refundRows } from '@shop/contracts/returns/refund-rows';
import type { RefundTerms } from '@shop/contracts/returns/schema';
import { ChevronDown, Info } from 'lucide-react';

/** The fold "How this refund is made". */
export function RefundExplained({ terms, refund }: { terms: RefundTerms; refund: RefundBreakdown }) {
  return (
    <details open className="group rounded-control border border-line bg-paper">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-3 py-2 text-small font-semibold text-violet">
        <Info aria-hidden className="size-4 shrink-0" strokeWidth={1.5} />
        <span className="min-w-0 flex-1">{texts.howMade}</span>
        <ChevronDown
          aria-hidden
          className="size-4 shrink-0 transition-transform group-open:rotate-180"
          strokeWidth={1.5}
        />
      </summary>
      <dl className="text-small">
        {refundRows(terms, refund).map(({ label, note, amount }) => (
          <div key={label} className="flex justify-between gap-4 border-line border-t px-3 py-2.5">
            <dt className="min-w-0">
              {label}
              {note && <span className="block text-[13px] text-ink-soft">{note}</span>}
            </dt>
            <dd className="shrink-0 font-semibold tabular-nums">{amount}</dd>
          </div>
        ))}
      </dl>
      <p className="border-line border-t px-3 py-2.5 text-[13px] text-ink-soft">{texts.noShipping}</p>
    </details>
  );
}
