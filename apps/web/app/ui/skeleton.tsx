import { uiMessages } from '@shop/contracts/common/ui-messages';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';

/** A placeholder block; `className` sets its shape. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      aria-hidden
      className={classes(
        'relative block overflow-hidden rounded-image bg-pearl before:absolute before:inset-0 before:bg-line before:opacity-0 motion-safe:before:animate-shimmer motion-reduce:before:opacity-50',
        className,
      )}
    />
  );
}

/** Announces loading once; the shapes themselves are hidden from screen readers. */
export function SkeletonGroup({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div aria-busy="true" className={className}>
      <p role="status" className="sr-only">
        {uiMessages.loading}
      </p>
      {children}
    </div>
  );
}
