import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * The heading of a page of the account area. What was done there may have taken the focused button away: then the
 * focus comes here, instead of falling back to the start of the site.
 */
export function PageHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();

  useEffect(() => {
    if (document.activeElement === document.body && key !== 'default') heading.current?.focus({ preventScroll: true });
  }, [key]);

  return (
    <h2 ref={heading} tabIndex={-1} className="font-display text-h2 focus-visible:outline-none">
      {children}
    </h2>
  );
}
