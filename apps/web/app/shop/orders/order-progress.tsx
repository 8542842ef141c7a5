import { ORDER_STEPS, orderMessages } from '@shop/contracts/orders/messages';
import type { OrderStatus } from '@shop/contracts/orders/schema';
import { Ban } from 'lucide-react';
import { useDates } from '#lib/dates.ts';
import { classes } from '#ui/classes.ts';

type OrderProgressProps = { status: OrderStatus; reachedAt: Partial<Record<OrderStatus, string>> };

/** Four steps from placed to delivered; a cancelled order shows none of them. */
export function OrderProgress({ status, reachedAt }: OrderProgressProps) {
  if (status === 'cancelled') return <Cancelled at={reachedAt.cancelled} />;

  const current = ORDER_STEPS.findIndex((step) => step.status === status);
  return (
    <ol aria-label={orderMessages.progress} className="grid grid-cols-4">
      {ORDER_STEPS.map(({ status: step, label }, index) => (
        <Step
          key={step}
          label={label}
          state={stateOf(index, current)}
          day={index <= current ? reachedAt[step] : undefined}
        />
      ))}
    </ol>
  );
}

type State = 'done' | 'current' | 'ahead';

function stateOf(index: number, current: number): State {
  if (index > current) return 'ahead';
  // The last step is done as soon as it is reached.
  const arrived = current === ORDER_STEPS.length - 1;
  return index < current || arrived ? 'done' : 'current';
}

const POINTS: Record<State, string> = {
  done: 'border-violet bg-violet',
  current: 'border-violet bg-violet ring-2 ring-violet ring-offset-3 ring-offset-paper',
  ahead: 'border-line-strong bg-paper',
};
const STATE_TEXTS: Record<State, string> = {
  done: orderMessages.stepDone,
  current: orderMessages.stepCurrent,
  ahead: orderMessages.stepAhead,
};

type StepProps = { label: string; state: State; day: string | undefined };

function Step({ label, state, day }: StepProps) {
  const { shortDate } = useDates();
  return (
    <li aria-current={state === 'current' ? 'step' : undefined} className="group relative min-w-0 pt-7 pr-2">
      <span
        aria-hidden
        className={classes(
          'absolute top-[7px] left-4 h-0.5 w-full group-last:hidden',
          state === 'done' ? 'bg-violet' : 'bg-line',
        )}
      />
      <span aria-hidden className={classes('absolute top-0 left-0 size-4 rounded-full border-2', POINTS[state])} />
      <span className={classes('block text-small', state === 'ahead' ? 'text-ink-muted' : 'font-semibold')}>
        {label}
        <span className="sr-only">, {STATE_TEXTS[state]}</span>
      </span>
      {day && <span className="block text-badge font-normal text-ink-soft">{shortDate(new Date(day))}</span>}
    </li>
  );
}

function Cancelled({ at }: { at: string | undefined }) {
  const { shortDate } = useDates();
  return (
    <p className="flex items-start gap-3 rounded-card bg-cancelled-bg px-4 py-3 text-cancelled">
      <Ban aria-hidden className="mt-1 size-5 shrink-0" strokeWidth={1.75} />
      {at ? orderMessages.cancelledOn(shortDate(new Date(at))) : orderMessages.cancelled}
    </p>
  );
}
