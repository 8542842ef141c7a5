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

/** Visible while it has the focus; the first link of a page. */
export const SkipLink = ({ children }: { children: string }) => (
  <a
    href="#content"
    className="sr-only rounded-control bg-violet font-semibold text-paper focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:px-6 focus:py-3"
  >
    {children}
  </a>
);
