import type { ReactNode } from 'react';

export function DetailList({ of }: { of: Record<string, ReactNode> }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,11rem),1fr))] gap-4">
      {Object.entries(of).map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-ink-muted text-small">{label}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
