import { explainTotal, type PricedTotal } from '@shop/contracts/orders/explain-total';
import { totalMessages } from '@shop/contracts/orders/total-messages';
import { ChevronDown, Info } from 'lucide-react';
import { classes } from '#ui/classes.ts';

type TotalExplainedProps = {
  /** A cart or an order. */
  of: PricedTotal;
  open?: boolean;
  /** Classes of the line of the charge, which does not apply to every payment method. */
  chargeLook?: string;
};

/** Every line of a total with its arithmetic. Folds without scripts too. */
export function TotalExplained({ of, open, chargeLook }: TotalExplainedProps) {
  return (
    <details open={open} className="group/explained rounded-card border border-line bg-paper text-ink">
      <summary className="flex min-h-12 items-center gap-2 rounded-card px-4 text-small font-semibold text-violet">
        <Info aria-hidden className="size-5 shrink-0" strokeWidth={1.5} />
        {totalMessages.heading}
        <ChevronDown
          aria-hidden
          className="ml-auto size-5 shrink-0 text-ink-soft transition-transform group-open/explained:rotate-180"
          strokeWidth={1.5}
        />
      </summary>
      <table className="w-full text-left text-[0.8125rem] leading-normal">
        <tbody>
          {explainTotal(of).map(({ part, label, arithmetic, amount }) => (
            <tr key={part} className={classes('border-line border-t', part === 'charge' && chargeLook)}>
              <th
                scope="row"
                className={classes('py-2.5 pl-4 align-top wrap-anywhere', part !== 'total' && 'font-normal')}
              >
                {label}
                {arithmetic && <span className="block font-normal text-ink-muted">{arithmetic}</span>}
              </th>
              <td className="py-2.5 pr-4 pl-3 text-right align-top font-semibold whitespace-nowrap tabular-nums">
                {amount}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
