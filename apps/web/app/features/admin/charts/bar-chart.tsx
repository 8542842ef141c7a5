import { Bar, BarChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { type RechartsBarChartProps, UNITS } from './units.ts';

const TEXT = { fontSize: 12, fill: 'var(--color-ink-muted)' };
const SHOWN = 32;
const short = (name: string) => (name.length > SHOWN ? `${name.slice(0, SHOWN - 1)}…` : name);

export default function RechartsBarChart({ bars, name, unit }: RechartsBarChartProps) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={bars}
        layout="vertical"
        accessibilityLayer={false}
        margin={{ top: 0, right: 16, bottom: 0, left: 0 }}
      >
        <XAxis type="number" tick={TEXT} stroke="var(--color-line)" tickFormatter={UNITS[unit].short} minTickGap={32} />
        <YAxis
          type="category"
          dataKey="name"
          tick={TEXT}
          stroke="var(--color-line)"
          width={136}
          interval={0}
          tickFormatter={short}
        />
        <Tooltip
          formatter={(value) => UNITS[unit].whole(Number(value))}
          cursor={{ fill: 'var(--color-violet-tint)' }}
        />
        <Bar dataKey="value" name={name} fill="var(--color-violet)" maxBarSize={24} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  );
}
