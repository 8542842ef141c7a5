import { uiMessages } from '@shop/contracts/common/ui-messages';
import { Minus, Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '#ui/icon-button.tsx';

type QuantityStepperProps = { name: string; defaultValue: number; max: number; label?: string };

/**
 * A number field of a form with two large buttons; without JavaScript only the field works. The value is clamped
 * between 1 and `max` on blur and when `max` changes.
 */
export function QuantityStepper({ name, defaultValue, max, label = uiMessages.quantity }: QuantityStepperProps) {
  const field = useRef<HTMLInputElement>(null);
  const notifyForm = () => field.current?.dispatchEvent(new Event('change', { bubbles: true }));
  const step = (by: 1 | -1) => {
    if (by > 0) field.current?.stepUp();
    else field.current?.stepDown();
    notifyForm();
  };
  const handleBlur = () => {
    if (clampValue(field.current, max)) notifyForm();
  };

  useEffect(() => {
    clampValue(field.current, max);
  }, [max]);

  return (
    <div className="inline-flex items-center rounded-control border border-line-strong bg-paper">
      <IconButton icon={Minus} label={uiMessages.decrease} onClick={() => step(-1)} className="noscript:hidden" />
      <input
        ref={field}
        type="number"
        name={name}
        aria-label={label}
        defaultValue={defaultValue}
        min={1}
        max={max}
        required
        inputMode="numeric"
        onBlur={handleBlur}
        className="h-11 w-12 appearance-none text-center tabular-nums [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none"
      />
      <IconButton icon={Plus} label={uiMessages.increase} onClick={() => step(1)} className="noscript:hidden" />
    </div>
  );
}

/** Returns whether the value changed. Sets `valueAsNumber`: React tracks `value` and would drop the change event. */
function clampValue(field: HTMLInputElement | null, max: number) {
  if (!field) return false;
  const clamped = Math.min(Math.max(Math.floor(field.valueAsNumber) || 1, 1), max);
  if (field.valueAsNumber === clamped) return false;
  field.valueAsNumber = clamped;
  return true;
}
