import { analyticsMessages } from '@shop/contracts/analytics-texts';
import { lazy, type ReactNode, Suspense } from 'react';
import { classes } from '#components/ui/classes.ts';
import { useHydrated } from '#lib/hydrated.ts';
import type { Unit } from './units.ts';

// Loaded with the first chart alone: no other page carries what draws them.
const RechartsLineChart = lazy(() => import('./line-chart.tsx'));
const RechartsBarChart = lazy(() => import('./bar-chart.tsx'));

type Bar = { name: string; value: number };
type LinePoint = { label: string; value: number; before?: number };
/** `name` says what a line is. */
type Lines = { points: LinePoint[]; name: string; beforeName?: string; unit: Unit };
export type RechartsLineChartProps = Lines;
export type RechartsBarChartProps = { bars: Bar[]; name: string; unit: Unit };

/** The picture is for the eye; the table that comes with it tells the same to everyone, without scripts too. */
export function LineChart({ table, ...lines }: Lines & { table: ReactNode }) {
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
      {/* A picture that is still as wide as the window was makes no page wider than the window is. */}
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
