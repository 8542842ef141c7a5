import { ORDER_STEPS, orderMessages } from '@shop/contracts/orders/messages';
import type { OrderStatus } from '@shop/contracts/orders/schema';
import { Ban, Check } from 'lucide-react';
import { shortDate } from '#lib/format.ts';
import { classes } from '#ui/classes.ts';

type OrderProgressProps = { status: OrderStatus; reachedAt: Partial<Record<OrderStatus, string>> };

/** Four steps from placed to delivered; a cancelled order shows none of them. */
export function OrderProgress({ status, reachedAt }: OrderProgressProps) {
  if (status === 'cancelled') return <Cancelled at={reachedAt.cancelled} />;

  const current = ORDER_STEPS.findIndex((step) => step.status === status);
  return (
    <ol aria-label={orderMessages.progress} className="grid tablet:grid-cols-4">
      {ORDER_STEPS.map(({ status: step, label }, index) => (
        <Step
          key={step}
          label={label}
          position={index + 1}
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
  done: 'border-violet bg-violet text-paper',
  current: 'border-violet bg-paper text-violet ring-4 ring-violet-tint',
  ahead: 'border-line-strong bg-paper text-ink-muted',
};
const STATE_TEXTS: Record<State, string> = {
  done: orderMessages.stepDone,
  current: orderMessages.stepCurrent,
  ahead: orderMessages.stepAhead,
};

type StepProps = { label: string; position: number; state: State; day: string | undefined };

function Step({ label, position, state, day }: StepProps) {
  return (
    <li
      aria-current={state === 'current' ? 'step' : undefined}
      className="group relative flex gap-4 pb-8 last:pb-0 tablet:flex-col tablet:gap-3 tablet:pb-0"
    >
      <span
        aria-hidden
        className={classes(
          'absolute bg-line group-last:hidden max-tablet:top-4 max-tablet:bottom-0 max-tablet:left-[15px] max-tablet:w-0.5 tablet:top-[15px] tablet:left-8 tablet:h-0.5 tablet:w-full',
          state === 'done' && 'bg-violet',
        )}
      />
      <span
        aria-hidden
        className={classes(
          'relative grid size-8 shrink-0 place-items-center rounded-full border-2 font-semibold text-small tabular-nums',
          POINTS[state],
        )}
      >
        {state === 'done' ? <Check className="size-4" strokeWidth={2.5} /> : position}
      </span>
      <span className="min-w-0 tablet:pr-4">
        <span className={state === 'ahead' ? 'text-ink-muted' : 'font-semibold'}>{label}</span>
        <span className="sr-only">, {STATE_TEXTS[state]}</span>
        {day && <span className="block text-ink-soft text-small">{shortDate(new Date(day))}</span>}
      </span>
    </li>
  );
}

function Cancelled({ at }: { at: string | undefined }) {
  return (
    <p className="flex items-start gap-3 rounded-card bg-cancelled-bg px-4 py-3 text-cancelled">
      <Ban aria-hidden className="mt-1 size-5 shrink-0" strokeWidth={1.75} />
      {at ? orderMessages.cancelledOn(shortDate(new Date(at))) : orderMessages.cancelled}
    </p>
  );
}
