import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

type EmptyStateProps = { icon: LucideIcon; title: string; children: ReactNode; action?: ReactNode };

export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="mx-auto max-w-[420px] py-12 text-center">
      <Icon aria-hidden className="mx-auto mb-6 size-16 text-mauve" strokeWidth={1} />
      <h2 className="font-display text-h2">{title}</h2>
      <p className="mt-3 text-ink-soft">{children}</p>
      {action && <div className="mt-8">{action}</div>}
    </div>
  );
}
