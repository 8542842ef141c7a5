import {
  LENGTH_UNITS,
  RING_SIZES,
  SIZE_GUIDES,
  type SizeGuideName,
} from '@shop/contracts/catalog/size-guide-constants';
import { sizeGuideMessages as messages } from '@shop/contracts/catalog/size-guide-messages';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { chartsOf, type GuideView, guidePath, ringLength } from './size-charts.ts';
import { type RowPicker, SizeTable } from './size-table.tsx';

type SizeGuideProps = GuideView & {
  /** Called when a category or unit is selected. The links lead to the page of the guide. */
  onSelect: (view: GuideView, event: MouseEvent) => void;
  picker?: RowPicker;
};

const TAB =
  'inline-flex min-h-12 items-center border-transparent border-b-2 text-action text-ink-soft aria-current:border-violet aria-current:font-semibold aria-current:text-violet-deep hover:text-ink';
const UNIT =
  'inline-flex min-h-11 min-w-13 items-center justify-center font-semibold text-small aria-current:bg-violet-tint aria-current:text-violet-deep aria-current:ring-1 aria-current:ring-violet aria-current:ring-inset focus-visible:-outline-offset-2';

/** Tables, drawings and steps of one category, in one unit. */
export function SizeGuide({ guide, unit, onSelect, picker }: SizeGuideProps) {
  const linkTo = (view: GuideView) => ({
    to: guidePath(view),
    replace: true,
    preventScrollReset: true,
    onClick: (event: MouseEvent) => onSelect(view, event),
  });
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-b">
        <nav aria-label={messages.categories} className="-mb-px flex flex-wrap gap-x-6">
          {SIZE_GUIDES.map((name) => (
            <Link
              key={name}
              {...linkTo({ guide: name, unit })}
              aria-current={name === guide || undefined}
              className={TAB}
            >
              {messages.guides[name]}
            </Link>
          ))}
        </nav>
        <nav
          aria-label={messages.units}
          className="mb-2 inline-flex overflow-hidden rounded-control border border-line-strong"
        >
          {LENGTH_UNITS.map((name) => (
            <Link
              key={name}
              {...linkTo({ guide, unit: name })}
              aria-current={name === unit || undefined}
              className={UNIT}
            >
              <abbr title={messages.unitNames[name]} className="no-underline">
                {name}
              </abbr>
            </Link>
          ))}
        </nav>
      </div>
      <div className="grid grid-cols-1 items-start gap-x-10 gap-y-7 pt-6 tablet:grid-cols-[minmax(0,1fr)_268px]">
        <div className="grid min-w-0 grid-cols-1 gap-6">
          {guide === 'rings' && (
            <RingCircles picked={picker?.picked} lengthOf={(millimeters) => ringLength(millimeters, unit)} />
          )}
          {chartsOf(guide, unit).map((chart) => (
            <SizeTable key={chart.caption} chart={chart} picker={picker} />
          ))}
          <p className="text-small text-ink-muted">{messages.notes[guide]}</p>
        </div>
        <HowToMeasure guide={guide} />
      </div>
    </>
  );
}

const BODY = 'fill-none stroke-ink stroke-[1.5]';
const TAPE = 'fill-violet-tint stroke-violet stroke-[1.5]';
const POINTER = 'fill-none stroke-mauve-deep stroke-[1.1]';
const LABEL = 'fill-ink text-[13px]';

type DrawingProps = { label: string; viewBox: string; children: ReactNode };

function Drawing({ label, viewBox, children }: DrawingProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={viewBox}
      strokeLinecap="round"
      strokeLinejoin="round"
      className="block max-h-60 w-full"
    >
      {children}
    </svg>
  );
}

const Finger = () => (
  <Drawing label={messages.measure.rings.drawing} viewBox="0 0 260 210">
    <g className={BODY}>
      <path className="fill-paper" d="M88 208c0-50 2-90 4-132 1-36 12-58 30-58s29 22 30 58c2 42 4 82 4 132" />
      <path d="M108 36c0-6 6-11 14-11s14 5 14 11v12c0 9-6 14-14 14s-14-5-14-14Z" />
      <path d="M103 92c12 5 26 5 38 0M105 98c11 4 23 4 34 0M100 196c14 5 30 5 44 0" />
    </g>
    <g className={TAPE}>
      <path d="M150 141c26-4 52-10 78-19l4 15c-26 9-54 16-81 20Z" />
      <path d="M89.5 138c18 9 48 9 65 2l.6 17c-18 8-48 8-66-1Z" />
      <path className="stroke-[2.4]" d="M150 136v27" />
    </g>
    <path className={POINTER} d="M150 166v18h28" />
    <text x="182" y="188" className={LABEL}>
      {messages.markHere}
    </text>
  </Drawing>
);

const Wrist = () => (
  <Drawing label={messages.measure.bracelets.drawing} viewBox="0 0 260 210">
    <g className={BODY}>
      <path
        className="fill-paper"
        d="M4 72c36-2 70 5 100 7 18 1 28-9 46-12 10-2 18-1 26 1l50-5c10-1 12 12 2 14l-44 6 58-1c9 0 9 13 0 13l-57 3 49 1c8 1 8 12 0 12l-52 1 34 2c7 1 6 11-1 11l-41 0c-8 2-16 3-22 3 4 8 14 16 22 24 7 8-1 18-11 13-16-8-31-23-45-32-28-3-78 4-114 6"
      />
      <path d="M222 68.5l7-.7M236 86.5l7 0M228 103.2l6 .2M211 118l5 .3M116 90c5 2 7 6 7 11" />
    </g>
    <g className={TAPE}>
      <path d="M80 79.5c-9 18-9 41 0 60l15-1c-8-18-8-39 0-57.5Z" />
      <path className="stroke-[1.1]" d="M75.5 92h7M74 101h10M73.6 110h7M74 119h10M75.6 128h7" />
    </g>
    <path className={POINTER} d="M86 140v34h22" />
    <text x="112" y="178" className={LABEL}>
      {messages.slack}
    </text>
  </Drawing>
);

const DressForm = () => (
  <Drawing label={messages.measure.clothing.drawing} viewBox="0 0 260 330">
    <g className={BODY}>
      <path className="fill-blush-deep" d="M92 28h26v8H92Z" />
      <path
        className="fill-paper"
        d="M94 36c2 14 0 20-8 24-12 6-28 7-34 14-5 6-3 18 0 28 3 9 6 14 4 24-3 16 10 28 14 48-2 20-20 34-22 62-1 16 2 26 6 36h102c4-10 7-20 6-36-2-28-20-42-22-62 4-20 17-32 14-48-2-10 1-15 4-24 3-10 5-22 0-28-6-7-22-8-34-14-8-4-10-10-8-24Z"
      />
      <path d="M105 272v34M72 312c0-5 15-8 33-8s33 3 33 8Z" />
      <path className="stroke-line" d="M105 60c-3 60-3 150 0 212" />
      <path className="stroke-mauve stroke-[1.1]" d="M72 74c-2 16-4 28-14 34M138 74c2 16 4 28 14 34" />
    </g>
    <path
      className="fill-none stroke-violet stroke-2"
      d="M55 124c26 11 74 11 100 0M70 174c18 8 52 8 70 0M48 232c30 12 84 12 114 0"
    />
    <path className={POINTER} d="M156 124h30M141 174h45M163 232h23" />
    <g className={LABEL}>
      <text x="192" y="129">
        {messages.bustLine}
      </text>
      <text x="192" y="179">
        {messages.waistLine}
      </text>
      <text x="192" y="237">
        {messages.hipLine}
      </text>
    </g>
  </Drawing>
);

const DRAWINGS: Record<SizeGuideName, () => ReactNode> = { rings: Finger, bracelets: Wrist, clothing: DressForm };

/** How to measure: a drawing and three steps. */
function HowToMeasure({ guide }: { guide: SizeGuideName }) {
  const { title, steps } = messages.measure[guide];
  const MeasureDrawing = DRAWINGS[guide];
  return (
    <section aria-label={title} className="rounded-card bg-pearl p-5">
      <h2 className="mb-3 text-h3">{title}</h2>
      <MeasureDrawing />
      <ol className="mt-3 grid list-decimal gap-2 pl-5 text-small marker:font-semibold marker:text-mauve-deep">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}

const STEP = 100;
const SCALE = 2.15;

/** The rings side by side, for comparison. The table has the same numbers. */
function RingCircles({ picked, lengthOf }: { picked?: string; lengthOf: (millimeters: number) => string }) {
  return (
    <svg
      role="img"
      aria-label={messages.ringDrawing}
      viewBox={`0 0 ${STEP * RING_SIZES.length} 150`}
      textAnchor="middle"
      className="block w-full max-w-[36rem]"
    >
      {RING_SIZES.map(({ size, diameter }, index) => {
        const [x, radius] = [STEP * (index + 0.5), diameter * SCALE];
        return (
          <g key={size}>
            <circle
              cx={x}
              cy={48}
              r={radius}
              className={
                size === picked ? 'fill-paper stroke-violet stroke-3' : 'fill-paper stroke-line-strong stroke-3'
              }
            />
            <path
              d={`M${x - radius + 2} 48h${2 * radius - 4}`}
              strokeDasharray="2 2.5"
              className="stroke-mauve-deep stroke-1"
            />
            <text x={x} y={118} className="fill-ink font-semibold text-[17px]">
              {size}
            </text>
            <text x={x} y={140} className="fill-ink-soft text-[16px] tabular-nums">
              {lengthOf(diameter)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
