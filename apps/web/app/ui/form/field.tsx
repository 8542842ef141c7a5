import { uiMessages } from '@shop/contracts/common/ui-messages';
import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from '#ui/classes.ts';

type Frame = { label: string; hint?: string; error?: string | null; hideLabel?: boolean };
type Control = {
  id: string;
  className: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};
type FieldProps = Frame & { required?: boolean; className?: string; children: (control: Control) => ReactNode };

const CONTROL =
  'block w-full rounded-control border bg-paper px-4 text-body text-ink transition-colors placeholder:text-ink-muted focus:border-violet disabled:bg-pearl disabled:text-ink-soft';

/** Label above, hint and error below, all associated with the control that `children` renders. */
export function Field({ label, hint, error, hideLabel, required, className, children }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;

  return (
    <div className={classes('min-w-0', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'mb-2 block text-small font-semibold'}>
        {label}
        {required && <span className="font-normal text-ink-muted"> ({uiMessages.required})</span>}
      </label>
      {children({
        id,
        className: classes(CONTROL, error ? 'border-cancelled ring-1 ring-cancelled' : 'border-line-strong'),
        'aria-invalid': error ? true : undefined,
        'aria-describedby': classes(errorId, hintId) || undefined,
      })}
      {hint && (
        <p id={hintId} className="mt-2 text-small text-ink-muted">
          {hint}
        </p>
      )}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="mt-2 flex items-start gap-2 text-small text-cancelled on-dark:text-blush">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" strokeWidth={2} />
      <span className="min-w-0">{children}</span>
    </p>
  );
}

export function TextField({ label, hint, error, hideLabel, className, ...rest }: ComponentProps<'input'> & Frame) {
  return (
    <Field {...{ label, hint, error, hideLabel, className }} required={rest.required}>
      {(control) => <input {...rest} {...control} className={classes(control.className, 'h-12 read-only:bg-pearl')} />}
    </Field>
  );
}

export function TextAreaField({
  label,
  hint,
  error,
  hideLabel,
  className,
  ...rest
}: ComponentProps<'textarea'> & Frame) {
  return (
    <Field {...{ label, hint, error, hideLabel, className }} required={rest.required}>
      {(control) => <textarea rows={4} {...rest} {...control} className={classes(control.className, 'py-3')} />}
    </Field>
  );
}

export function SelectField({ label, hint, error, hideLabel, className, ...rest }: ComponentProps<'select'> & Frame) {
  return (
    <Field {...{ label, hint, error, hideLabel, className }} required={rest.required}>
      {(control) => <select {...rest} {...control} className={classes(control.className, 'select-arrow h-12')} />}
    </Field>
  );
}
