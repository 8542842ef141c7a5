import { SIZE_GUIDES } from '@shop/contracts/catalog/size-guide-constants';
import { sizeGuideMessages } from '@shop/contracts/catalog/size-guide-messages';
import { homeMessages } from '@shop/contracts/home/messages';
import { useSearchParams } from 'react-router';
import { breadcrumbJsonLd, pageMeta } from '#lib/seo.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import type { Route } from './+types/size-guide-page';
import { SIZE_GUIDE_PATH } from './size-charts.ts';
import { SizeGuide } from './size-guide.tsx';
import { asUnit, useStoredUnit } from './use-stored-unit.ts';

const { title, description } = sizeGuideMessages;
const TRAIL = [
  { name: homeMessages.title, path: '/' },
  { name: title, path: SIZE_GUIDE_PATH },
];

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title, description, path: SIZE_GUIDE_PATH, jsonLd: [breadcrumbJsonLd(TRAIL)] });

/** Category and unit are in the URL, so that links work without JavaScript; the last unit is remembered. */
export default function SizeGuidePage() {
  const [params] = useSearchParams();
  const [storedUnit, storeUnit] = useStoredUnit();
  const guide = SIZE_GUIDES.find((name) => name === params.get('guide')) ?? 'rings';
  return (
    <div className="page-width pt-1 pb-16 desktop:pb-24">
      <Breadcrumbs above={[{ label: homeMessages.title, to: '/' }]} here={title} />
      <h1 className="mt-3 mb-6 font-display text-h1">{title}</h1>
      <div className="max-w-[64rem]">
        <SizeGuide
          guide={guide}
          unit={asUnit(params.get('unit')) ?? storedUnit}
          onSelect={({ unit }) => storeUnit(unit)}
        />
      </div>
    </div>
  );
}
