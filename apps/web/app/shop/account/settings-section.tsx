import type { ReactNode } from 'react';
import { classes } from '#ui/classes.ts';
import { useHydrated } from '#ui/use-hydrated.ts';

type SettingsSectionProps = { id: string; heading: string; danger?: boolean; children: ReactNode };

export function SettingsSection({ id, heading, danger, children }: SettingsSectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-heading`}
      className={classes('mt-6 rounded-card border p-5 tablet:p-8', danger ? 'border-cancelled' : 'border-line')}
    >
      <h3 id={`${id}-heading`} className="mb-5 text-h3">
        {heading}
      </h3>
      {children}
    </section>
  );
}

/** Without JavaScript the URL fragment opens the page at the section of the submitted form. */
export const useSectionAction = (id: string) => (useHydrated() ? '/account/settings' : `/account/settings#${id}`);
