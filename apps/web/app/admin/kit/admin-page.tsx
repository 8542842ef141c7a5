import { adminMessages } from '@shop/contracts/admin/messages';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { classes } from '#ui/classes.ts';

type AdminPageProps = {
  title: string;
  /** Breadcrumbs between the admin home page and this page. */
  above?: ComponentProps<typeof Breadcrumbs>['above'];
  /** Buttons beside the title. */
  actions?: ReactNode;
  children: ReactNode;
};

export function AdminPage({ title, above = [], actions, children }: AdminPageProps) {
  return (
    <div className="page-width pt-2 pb-16 wrap-anywhere">
      <Breadcrumbs above={[{ label: adminMessages.panel, to: '/admin' }, ...above]} here={title} />
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h1 className="min-w-0 font-display text-h1">{title}</h1>
        {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
      </div>
      {children}
    </div>
  );
}

type PanelProps = { title?: string; className?: string; children: ReactNode };

/** With a title it is a labeled region. */
export function Panel({ title, className, children }: PanelProps) {
  const titleId = useId();
  const look = classes('min-w-0 rounded-card border border-line bg-paper p-4 tablet:p-6', className);
  if (!title) return <div className={look}>{children}</div>;
  return (
    <section aria-labelledby={titleId} className={look}>
      <h2 id={titleId} className="mb-4 text-h3">
        {title}
      </h2>
      {children}
    </section>
  );
}
