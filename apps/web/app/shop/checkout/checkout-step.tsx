import { type ReactNode, useId } from 'react';
import { classes } from '#ui/classes.ts';

type CheckoutStepProps = { heading: string; isFirst?: boolean; children: ReactNode };

/** A section of the checkout, with a hairline above all but the first. */
export function CheckoutStep({ heading, isFirst = false, children }: CheckoutStepProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes('pb-7', isFirst ? 'pt-3' : 'border-line border-t pt-7')}>
      <h2 id={id} className="mb-4 font-display text-h2">
        {heading}
      </h2>
      {children}
    </section>
  );
}
