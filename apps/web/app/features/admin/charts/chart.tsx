import { analyticsMessages } from '@shop/contracts/analytics/messages';
import { lazy, type ReactNode, Suspense } from 'react';
import { classes } from '#ui/classes.ts';
import { useHydrated } from '#ui/use-hydrated.ts';
import type { RechartsBarChartProps, RechartsLineChartProps } from './units.ts';

// Lazy: only pages with charts load the chart library.
const RechartsLineChart = lazy(() => import('./line-chart.tsx'));
const RechartsBarChart = lazy(() => import('./bar-chart.tsx'));

/** The chart is hidden from screen readers; the table has the same data, also without JavaScript. */
export function LineChart({ table, ...lines }: RechartsLineChartProps & { table: ReactNode }) {
  return (
    <Frame table={table} height="h-64">
      <RechartsLineChart {...lines} />
    </Frame>
  );
}

export function BarChart({ table, ...bars }: RechartsBarChartProps & { table: ReactNode }) {
  return (
    <Frame table={table} height={bars.bars.length > 5 ? 'h-80' : 'h-56'}>
      <RechartsBarChart {...bars} />
    </Frame>
  );
}

type FrameProps = { table: ReactNode; height: string; children: ReactNode };

function Frame({ table, height, children }: FrameProps) {
  const hydrated = useHydrated();
  return (
    <>
      {/* Clipped: after the window shrinks, a chart with its previous width must not widen the page. */}
      <div aria-hidden className={classes('overflow-hidden', height)}>
        {hydrated && <Suspense fallback={null}>{children}</Suspense>}
      </div>
      <details className="mt-4">
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-small text-violet underline underline-offset-4">
          {analyticsMessages.table}
        </summary>
        <div className="mt-2 max-h-96 overflow-y-auto">{table}</div>
      </details>
    </>
  );
}
