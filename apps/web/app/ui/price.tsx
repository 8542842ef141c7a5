import { dollars } from '@shop/contracts/common/money';
import { uiMessages } from '@shop/contracts/common/ui-messages';
import { Badge } from './badge.tsx';

type PriceProps = {
  amount: number;
  /** The regular price and the percentage off, during a sale. */
  was?: { amount: number; percentOff: number };
};

/** In a card (`@container/card`) too narrow for both prices and the percentage, the percentage is hidden. */
export function Price({ amount, was }: PriceProps) {
  if (!was) return <span className="font-semibold tabular-nums">{dollars(amount)}</span>;

  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 tabular-nums">
      <span className="font-semibold text-rose">
        <span className="sr-only">{uiMessages.now} </span>
        {dollars(amount)}
      </span>
      <s className="text-small text-ink-muted">
        <span className="sr-only">{uiMessages.was} </span>
        {dollars(was.amount)}
      </s>
      <span className="@max-[190px]/card:hidden">
        <Badge tone="blush">
          <span aria-hidden>-{was.percentOff}%</span>
          <span className="sr-only">{uiMessages.percentOff(was.percentOff)}</span>
        </Badge>
      </span>
    </span>
  );
}
