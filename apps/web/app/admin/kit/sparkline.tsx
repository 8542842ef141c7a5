import { linePath } from './chart-scale.ts';

const AREA = { width: 68, height: 26, left: 2, bottom: 2 };

/** A figure over time without axes, beside the figure itself. */
export function Sparkline({ values }: { values: (number | null)[] }) {
  const top = Math.max(...values.map((value) => value ?? 0), 0);
  if (values.length < 2 || top <= 0) return null;
  return (
    <svg aria-hidden viewBox="0 0 68 26" className="h-[26px] w-[68px] shrink-0 overflow-visible">
      <path
        d={linePath(values, top, AREA)}
        fill="none"
        stroke="var(--color-violet)"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
