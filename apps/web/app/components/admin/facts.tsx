import type { ReactNode } from 'react';

/** What is known of something, point by point. */
export function Facts({ of }: { of: Record<string, ReactNode> }) {
  return (
    <dl className="grid gap-4 min-[30rem]:grid-cols-2">
      {Object.entries(of).map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-ink-muted text-small">{label}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
