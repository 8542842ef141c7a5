import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { classes } from './classes.ts';

/** A link in text or in a table, with a 44 px touch target. */
export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link
      {...rest}
      className={classes(
        'inline-flex min-h-11 items-center font-semibold text-violet underline underline-offset-4 hover:text-violet-deep',
        className,
      )}
    />
  );
}
