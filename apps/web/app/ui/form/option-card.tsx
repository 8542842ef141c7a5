import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from '#ui/classes.ts';

/** Rows of one box, of which one is chosen. */
export const OptionRows = ({ children }: { children: ReactNode }) => (
  <div className="divide-y divide-line overflow-hidden rounded-card border border-line-strong bg-paper">{children}</div>
);

type OptionCardProps = Omit<ComponentProps<'input'>, 'type' | 'title'> & {
  title: ReactNode;
  /** Describes the choice, but is not part of its name. */
  hint?: ReactNode;
  icon?: ReactNode;
  /** At the right and part of the name, for example a price. */
  aside?: ReactNode;
  /** At the right, decorative. */
  marks?: ReactNode;
  /** Beside the label, for example a link. */
  action?: ReactNode;
};

/** A radio button as a row of `OptionRows`; the whole row is the click target. */
export function OptionCard({ title, hint, icon, aside, marks, action, ...rest }: OptionCardProps) {
  const id = useId();
  const [titleId, hintId, asideId] = [`${id}-title`, `${id}-hint`, `${id}-aside`];
  return (
    <div className="flex items-center has-checked:bg-violet-tint">
      <label className="flex min-h-16 min-w-0 flex-1 items-center gap-3 px-4 py-3 has-disabled:text-ink-muted">
        <input
          {...rest}
          type="radio"
          aria-labelledby={classes(titleId, aside !== undefined && asideId)}
          aria-describedby={hint ? hintId : undefined}
          className="size-5 shrink-0 accent-violet"
        />
        {icon && (
          <span aria-hidden className="shrink-0 text-mauve-deep">
            {icon}
          </span>
        )}
        <span className="min-w-0 flex-1 wrap-anywhere">
          <span id={titleId} className="font-semibold">
            {title}
          </span>
          {hint && (
            <span id={hintId} className="block text-small text-ink-soft">
              {hint}
            </span>
          )}
        </span>
        {marks && (
          <span aria-hidden className="hidden shrink-0 gap-1 tablet:flex">
            {marks}
          </span>
        )}
        {aside !== undefined && (
          <span id={asideId} className="shrink-0 font-semibold tabular-nums">
            {aside}
          </span>
        )}
      </label>
      {action}
    </div>
  );
}
