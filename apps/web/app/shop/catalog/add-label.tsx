import { Plus } from 'lucide-react';

export function WithPlus({ label }: { label: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <Plus aria-hidden className="size-5 shrink-0" strokeWidth={1.5} />
      {label}
    </span>
  );
}
