import type { ReactNode } from 'react';

const TONES = {
  pending: 'bg-pending-bg text-pending',
  processing: 'bg-processing-bg text-processing',
  shipped: 'bg-shipped-bg text-shipped',
  delivered: 'bg-delivered-bg text-delivered',
  cancelled: 'bg-cancelled-bg text-cancelled',
  other: 'bg-other-bg text-other',
  blush: 'bg-blush text-ink',
};
export type Tone = keyof typeof TONES;

/** The text carries the meaning; the color only supports it. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex min-h-6 max-w-full items-center rounded-image px-2 py-1 text-badge font-semibold ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}
