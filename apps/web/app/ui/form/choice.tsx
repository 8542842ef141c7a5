import type { ComponentProps, ReactNode } from 'react';

type ChoiceProps = ComponentProps<'input'> & { children: ReactNode };

/** A checkbox or radio button with its label; the whole line is the click target. */
function Choice({ children, ...rest }: ChoiceProps) {
  return (
    <label className="flex min-h-11 items-start gap-3 py-2.5 has-disabled:text-ink-muted">
      <input {...rest} className="mt-0.5 size-5 shrink-0 accent-violet" />
      <span className="min-w-0">{children}</span>
    </label>
  );
}

export const Checkbox = (props: Omit<ChoiceProps, 'type'>) => <Choice {...props} type="checkbox" />;
export const Radio = (props: Omit<ChoiceProps, 'type'>) => <Choice {...props} type="radio" />;
