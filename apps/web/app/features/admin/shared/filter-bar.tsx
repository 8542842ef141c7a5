import { adminMessages } from '@shop/contracts/admin/messages';
import type { ComponentProps, ReactNode } from 'react';
import { Form, useLocation } from 'react-router';
import { Button, ButtonLink } from '#ui/button.tsx';
import { TextField } from '#ui/form/field.tsx';

/**
 * Filters are stored in the URL, which can be bookmarked and shared; the fields take their defaults from it. Applying
 * filters starts at the first page.
 */
export function FilterBar({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  return (
    <Form
      // Remounts on a new URL: defaults apply only to newly mounted fields.
      key={search}
      method="get"
      role="search"
      aria-label={adminMessages.filters}
      className="mb-6 grid grid-cols-1 items-end gap-4 rounded-card border border-line bg-paper p-4 min-[30rem]:grid-cols-2 desktop:grid-cols-4 tablet:p-6"
    >
      {children}
      <div className="col-span-full flex flex-wrap gap-3">
        <Button type="submit">{adminMessages.apply}</Button>
        {search && (
          <ButtonLink to={pathname} look="quiet">
            {adminMessages.clear}
          </ButtonLink>
        )}
      </div>
    </Form>
  );
}

/** The search field of a filter bar, on a line of its own. */
export const SearchField = (field: ComponentProps<typeof TextField>) => (
  <TextField {...field} type="search" className="col-span-full" />
);
