import { CartesianGrid, Legend, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { type RechartsLineChartProps, UNITS } from './units.ts';

const TEXT = { fontSize: 12, fill: 'var(--color-ink-muted)' };

/** The current period is solid, the previous one dashed: distinguishable without color. */
export default function RechartsLineChart({ points, name, beforeName, unit }: RechartsLineChartProps) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <LineChart data={points} accessibilityLayer={false} margin={{ top: 8, right: 8, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis dataKey="label" tick={TEXT} stroke="var(--color-line)" minTickGap={24} />
        <YAxis tick={TEXT} stroke="var(--color-line)" width={56} tickFormatter={UNITS[unit].short} />
        <Tooltip formatter={(value) => UNITS[unit].whole(Number(value))} />
        {beforeName && <Legend />}
        {beforeName && (
          <Line
            dataKey="before"
            name={beforeName}
            stroke="var(--color-line-strong)"
            strokeDasharray="5 4"
            strokeWidth={2}
            dot={false}
            isAnimationActive={false}
          />
        )}
        <Line
          dataKey="value"
          name={name}
          stroke="var(--color-violet)"
          strokeWidth={2.5}
          dot={points.length === 1}
          isAnimationActive={false}
        />
      </LineChart>
    </ResponsiveContainer>
  );
}
