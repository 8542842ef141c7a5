import { DEMAND_KINDS, type DemandKind } from '@shop/contracts/analytics/demand-constants';
import { demandMessages as texts } from '@shop/contracts/analytics/demand-messages';
import { Link } from 'react-router';
import { useListUrl } from '#admin/kit/use-list-url.ts';
import { TAB, TAB_LINE, TABS } from '#admin/kit/view-tabs.tsx';

/** The lists of the board; the date range stays. */
export function DemandTabs({ current }: { current: DemandKind }) {
  const toUrl = useListUrl();
  return (
    <nav aria-label={texts.lists} className={TAB_LINE}>
      <ul className={TABS}>
        {DEMAND_KINDS.map((kind) => (
          <li key={kind} className="shrink-0">
            <Link
              to={toUrl({ kind: kind === DEMAND_KINDS[0] ? undefined : kind })}
              aria-current={kind === current ? 'page' : undefined}
              className={TAB}
            >
              {texts.kinds[kind]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
