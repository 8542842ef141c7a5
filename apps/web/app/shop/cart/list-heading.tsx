import { type ReactNode, useEffect, useRef } from 'react';

type ListHeadingProps = {
  /** Number of listed items. */
  count: number;
  children: ReactNode;
};

/**
 * Heading of a list with removable items. Removing an item also removes its focused button: the focus then moves here
 * instead of to the start of the document.
 */
export function ListHeading({ count, children }: ListHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(count);

  useEffect(() => {
    if (count < before.current && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true });
    before.current = count;
  }, [count]);

  return (
    <h1 ref={heading} tabIndex={-1} className="font-display text-h1 focus-visible:outline-none">
      {children}
    </h1>
  );
}
