import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';

const KINDS = {
  success: { icon: CircleCheck, look: 'border-l-delivered', color: 'text-delivered', role: 'status' },
  info: { icon: Info, look: 'border-l-violet', color: 'text-violet', role: 'note' },
  warning: { icon: TriangleAlert, look: 'border-l-pending', color: 'text-pending', role: 'note' },
  error: { icon: CircleAlert, look: 'border-l-cancelled', color: 'text-cancelled', role: 'alert' },
};

/** A message in the page, with the look of a toast. */
export function Notice({ kind, children }: { kind: keyof typeof KINDS; children: ReactNode }) {
  const { icon: Icon, look, color, role } = KINDS[kind];
  return (
    <div
      role={role}
      className={classes('flex items-start gap-3 rounded-control border border-line border-l-[3px] px-4 py-3', look)}
    >
      <Icon aria-hidden className={classes('mt-0.5 size-5 shrink-0', color)} strokeWidth={1.5} />
      <p className="min-w-0 text-small">{children}</p>
    </div>
  );
}
