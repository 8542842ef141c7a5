import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Heading of an account page. An action can remove the focused button: the focus then moves here instead of to the
 * start of the document.
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
