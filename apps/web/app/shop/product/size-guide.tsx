import { LENGTH_UNITS, SIZE_GUIDES } from '@shop/contracts/catalog/size-guide/constants';
import { sizeGuideMessages as messages } from '@shop/contracts/catalog/size-guide/messages';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import { HowToMeasure, RingCircles } from './how-to-measure.tsx';
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
