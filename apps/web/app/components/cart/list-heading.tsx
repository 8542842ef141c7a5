import { type ReactNode, useEffect, useRef } from 'react';

type ListHeadingProps = {
  /** How many things are listed. */
  count: number;
  children: ReactNode;
};

/**
 * The heading of a list one can take things out of. The focused button goes with what it removed: then the focus comes
 * here, instead of falling back to the start of the site.
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
