import { adminMessages } from '@shop/contracts/admin-texts';
import type { ReactNode } from 'react';
import { Form, useLocation } from 'react-router';
import { Button, ButtonLink } from '#components/ui/button.tsx';

/**
 * What is chosen stands in the address, which can be kept and shared; the fields' defaults come from there. A list that
 * is filtered anew begins at its first page.
 */
export function FilterBar({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  return (
    <Form
      // A new address gives its fields new defaults, which only new fields take.
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
