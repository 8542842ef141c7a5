import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { classes } from '#ui/classes.ts';

/** A link of a cell that is not the target of the row. */
export const CellLink = ({ className, ...rest }: ComponentProps<typeof Link>) => (
  <Link
    {...rest}
    className={classes('font-semibold text-ink underline-offset-4 hover:text-violet hover:underline', className)}
  />
);

/** The target of a row: a click anywhere in the row follows it. */
export const RowLink = (link: ComponentProps<typeof Link>) => <CellLink {...link} data-row-link />;

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

/** Submits a form of the row. */
export const RowButton = ({ className, ...rest }: ComponentProps<'button'>) => (
  <button
    type="submit"
    {...rest}
    className={classes(
      'inline-flex min-h-8 items-center whitespace-nowrap rounded-control font-semibold text-[13px] text-violet underline-offset-4 hover:underline max-tablet:min-h-11',
      className,
    )}
  />
);
