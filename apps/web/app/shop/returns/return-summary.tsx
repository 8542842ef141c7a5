import { dollars } from '@shop/contracts/common/money';
import { returnMessages as texts } from '@shop/contracts/returns/messages';
import type { ReturnOptions } from '@shop/contracts/returns/schema';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import { RefundExplained } from './refund-explained.tsx';
import { type ReturnDraft, summaryOf } from './return-draft.ts';

/** Exchange and refund apart, how the refund is made, and what follows. */
export function ReturnSummary({ options, draft }: { options: ReturnOptions; draft: ReturnDraft }) {
  const hydrated = useHydrated();
  const { exchanges, refunds, refund } = summaryOf(options, draft);
  return (
    <aside
      aria-labelledby="return-summary"
      className="rounded-card bg-pearl p-5 tablet:p-6 desktop:sticky desktop:top-24"
    >
      <h2 id="return-summary" className="mb-4 font-display text-h2">
        {texts.summary}
      </h2>
      <dl className="grid gap-3">
        {exchanges.map(({ id, name, from, to }) => (
          <SummaryLine
            key={id}
            label={texts.exchangeOf}
            note={texts.exchangeLine(name, from, to)}
            amount={dollars(0)}
          />
        ))}
        {refunds.length > 0 && (
          <SummaryLine
            label={texts.refundOf}
            note={refunds.map(({ name }) => name).join(', ')}
            amount={dollars(refund.total)}
          />
        )}
        <div className="flex items-baseline justify-between gap-4 border-line border-t pt-3">
          <dt className="font-semibold">{texts.refundTotal}</dt>
          <dd className="font-display text-h2 tabular-nums">{dollars(refund.total)}</dd>
        </div>
      </dl>
      {refunds.length > 0 && (
        <div className="mt-4">
          <RefundExplained terms={options.terms} refund={refund} />
        </div>
      )}
      {!hydrated && (
        <IntentButton intent="preview" look="secondary" className="mt-5 w-full">
          {texts.updateSummary}
        </IntentButton>
      )}
      <IntentButton intent="request" busyLabel={texts.requesting} className="mt-5 w-full">
        {texts.request}
      </IntentButton>
      <p className="mt-2.5 text-ink-soft text-small">{texts.postage}</p>
      <ol className="mt-5 grid gap-3 border-line border-t pt-5 text-ink-soft text-small">
        {texts.steps.map((step, place) => (
          <li key={step} className="grid grid-cols-[26px_minmax(0,1fr)]">
            <span aria-hidden className="font-display text-[1.375rem] text-mauve-deep leading-none">
              {place + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
    </aside>
  );
}

function SummaryLine({ label, note, amount }: { label: string; note: string; amount: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="min-w-0">
        {label}
        <span className="block text-ink-soft text-small">{note}</span>
      </dt>
      <dd className="shrink-0 tabular-nums">{amount}</dd>
    </div>
  );
}
