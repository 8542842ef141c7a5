import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

type DisclosureProps = {
  label: string;
  /** Opens it, for example when its form was rejected. */
  open: boolean;
  className?: string;
  children: ReactNode;
};

/** Folded content that opens without JavaScript. Can be nested. */
export function Disclosure({ label, open, className, children }: DisclosureProps) {
  return (
    <details open={open} className={className}>
      <summary className="inline-flex min-h-11 items-center gap-2 font-semibold text-small text-violet underline-offset-4 hover:underline">
        <ChevronDown
          aria-hidden
          className="size-5 transition-transform [[open]>summary>&]:rotate-180"
          strokeWidth={1.5}
        />
        {label}
      </summary>
      {children}
    </details>
  );
}
