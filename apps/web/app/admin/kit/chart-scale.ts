/** The drawing area of a line chart, in units of its view box. */
export type Area = { width: number; height: number; left: number; bottom: number };

const GRID_LINES = 4;
const STEPS = [1, 2, 2.5, 5, 10];

/** Round values from 0 up to at least the maximum, for four grid lines. */
export function gridValues(max: number) {
  if (max <= 0) return [0, 1];
  const rough = max / GRID_LINES;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (STEPS.find((factor) => factor * power >= rough) ?? 10);
  return Array.from({ length: GRID_LINES + 1 }, (_, n) => n * step).filter((value, n) => n <= 1 || value - step < max);
}

export const xOf = (index: number, count: number, { width, left }: Area) =>
  count > 1 ? left + (index * (width - left)) / (count - 1) : (width + left) / 2;

export const yOf = (value: number, top: number, { height, bottom }: Area) =>
  4 + (1 - value / top) * (height - bottom - 4);

/** A path through the values; one that is missing interrupts it. */
export function linePath(values: readonly (number | null)[], top: number, area: Area) {
  let path = '';
  let isDrawing = false;
  for (const [index, value] of values.entries()) {
    if (value !== null) {
      const [x, y] = [xOf(index, values.length, area), yOf(value, top, area)];
      path += `${isDrawing ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`;
    }
    isDrawing = value !== null;
  }
  return path;
}

/** The places of labels on the axis, evenly spaced: never more than fit. */
export function labelIndexes(count: number, fitting: number) {
  const step = Math.max(1, Math.ceil(count / fitting));
  return Array.from({ length: Math.ceil(count / step) }, (_, n) => n * step);
}

/** The value nearest to a position on the chart, 0 to 1 of its width. */
export function indexAt(share: number, count: number, { width, left }: Area) {
  const x = share * width - left;
  return Math.min(count - 1, Math.max(0, Math.round((x / (width - left)) * (count - 1))));
}
