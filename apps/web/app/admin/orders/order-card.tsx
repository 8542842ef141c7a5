import { type ReactNode, useId } from 'react';

type CardProps = {
  title: string;
  id?: string;
  /** A short fact beside the title. */
  meta?: ReactNode;
  /** Quiet links and buttons at the end of the title's line. */
  actions?: ReactNode;
  children: ReactNode;
};

/** A region of the order page, labeled by its title. */
export function Card({ title, id, meta, actions, children }: CardProps) {
  const titleId = useId();
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      className="min-w-0 rounded-card border border-line bg-paper p-4 shadow-1 tablet:p-5"
    >
      <div className="mb-3 flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={titleId} className="font-semibold text-action">
          {title}
        </h2>
        {meta && <span className="text-ink-muted text-small">{meta}</span>}
        {actions && <div className="ml-auto flex flex-wrap items-center gap-x-1">{actions}</div>}
      </div>
      {children}
    </section>
  );
}
