import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { classes } from '#ui/classes.ts';

/** The target of a row: a click anywhere in the row follows it. */
export const RowLink = ({ className, ...rest }: ComponentProps<typeof Link>) => (
  <Link
    {...rest}
    data-row-link
    className={classes('font-semibold text-ink underline-offset-4 hover:text-violet hover:underline', className)}
  />
);

/** Actions of a row: with a mouse they appear while it is over the row, and always on focus. */
export const QUIET =
  'hoverable:opacity-0 hoverable:focus-visible:opacity-100 hoverable:group-hover/row:opacity-100 hoverable:group-focus-within/row:opacity-100';

/** A link to the target of the row that names its action, beside the row link. */
export const QuietLink = ({ className, ...rest }: ComponentProps<typeof Link>) => (
  <Link
    {...rest}
    className={classes(
      'rounded-control text-[13px] text-violet underline-offset-4 hover:underline max-tablet:sr-only max-tablet:focus:not-sr-only',
      QUIET,
      className,
    )}
  />
);
