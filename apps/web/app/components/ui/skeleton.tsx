import { uiMessages } from '@shop/contracts/ui';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';

/** One block in the shape of what will come; `className` gives the shape. */
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

/** Says once that something loads, and keeps the shapes themselves silent. */
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
