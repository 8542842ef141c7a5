import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '#ui/empty-state.tsx';
import { Panel } from './admin-page.tsx';
import { Pager } from './pager.tsx';

type ListPanelProps = {
  items: unknown[];
  next: string | undefined;
  /** Icon, heading and text of an empty list. */
  icon: LucideIcon;
  none: string;
  hint: string;
  /** Fills an empty list, or clears the filters that emptied it. */
  action?: ReactNode;
  /** The table of the items. */
  children: ReactNode;
};

/** One page of a list, with links to the others. */
export function ListPanel({ items, next, icon, none, hint, action, children }: ListPanelProps) {
  return (
    <>
      <Panel>
        {items.length > 0 ? (
          children
        ) : (
          <EmptyState icon={icon} title={none} action={action}>
            {hint}
          </EmptyState>
        )}
      </Panel>
      <Pager next={next} />
    </>
  );
}
