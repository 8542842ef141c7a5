import { type exportUnmetDemand, listUnmetDemand, setDemandRemedy } from '@shop/contracts/analytics/admin-operations';
import { DEMAND_KINDS, type DemandKind, REMEDIES_OF } from '@shop/contracts/analytics/demand-constants';
import { demandMessages as texts } from '@shop/contracts/analytics/demand-messages';
import { type DemandRow, RemedyChoice } from '@shop/contracts/analytics/demand-schema';
import type { Permission } from '@shop/contracts/common/permissions';
import { PackageSearch } from 'lucide-react';
import type { ReactNode } from 'react';
import { data, Form, Link } from 'react-router';
import { redirectAfterAction } from '#admin/kit/admin-action.server.ts';
import { AdminList } from '#admin/kit/admin-list.tsx';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { Age, SecondLine } from '#admin/kit/cells.tsx';
import { DateRangePicker } from '#admin/kit/date-range.tsx';
import { ExportLink } from '#admin/kit/export-link.tsx';
import type { ListColumn } from '#admin/kit/list-table.tsx';
import { loadInRange } from '#admin/kit/load-range.server.ts';
import { CellLink, RowButton } from '#admin/kit/row-link.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { useListUrl } from '#admin/kit/use-list-url.ts';
import { TAB, TAB_LINE, TABS } from '#admin/kit/view-tabs.tsx';
import { apiFor } from '#lib/api.server.ts';
import { apiUrl } from '#lib/browser-api.ts';
import { wholeNumber } from '#lib/format.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { Route } from './+types/demand';
import { remedyLinks } from './remedy-links.ts';

export const loader = async ({ request, url }: Route.LoaderArgs) => ({
  ...(await loadInRange(request, listUnmetDemand, url.searchParams, ['kind'])),
  now: new Date(),
});

export async function action({ request, url }: Route.ActionArgs) {
  const { subject, key, remedy } = Object.fromEntries(await formOf(request));
  const choice = RemedyChoice.safeParse({ subject, key, remedy: remedy || null });
  if (!choice.success) throw data(null, { status: 400 });
  const result = await apiFor(request).call(setDemandRemedy, { body: choice.data });
  return redirectAfterAction(url, choice.data.remedy ? 'done' : 'reopened', result);
}

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.title);

const DONE = { done: texts.markedDone, reopened: texts.reopened };

export default function DemandPage({ loaderData, actionData }: Route.ComponentProps) {
  const { figures, errors, now } = loaderData;
  const { kind, range, rows } = figures;
  const can = useCan();
  return (
    <AdminPage
      title={texts.title}
      actions={
        <>
          <ExportLink to={apiUrl<typeof exportUnmetDemand>('GET /admin/demand/export', {})} compact />
          <DateRangePicker range={range} errors={errors} />
        </>
      }
    >
      <FlashMessage texts={DONE} result={actionData} />
      <p className="mb-4 max-w-prose text-ink-soft text-small">{texts.notes[kind]}</p>
      <AdminList
        label={texts.captions[kind]}
        caption={texts.captions[kind]}
        tabs={<DemandTabs current={kind} />}
        columns={demandColumns(kind, now, can)}
        card={DEMAND_CARD}
        rows={rows}
        keyOf={({ subject, key }) => `${subject} ${key}`}
        keys="move"
        next={undefined}
        empty={{
          icon: PackageSearch,
          title: kind === 'done' ? texts.noneDone : texts.none,
          hint: texts.noneOf[kind],
        }}
      />
      <p className="mt-4 text-ink-soft text-small">{texts.privacy(range.timeZone)}</p>
    </AdminPage>
  );
}

/** The lists of the board; the date range stays. */
function DemandTabs({ current }: { current: DemandKind }) {
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

type Can = (permission: Permission) => boolean;
type Column = ListColumn<DemandRow>;

const { columns } = texts;

/** Name and figure in the first line, remedies below. */
const DEMAND_CARD =
  'max-tablet:grid max-tablet:grid-cols-[minmax(0,1fr)_auto] max-tablet:items-center max-tablet:gap-x-3';

const NAME = 'max-tablet:col-start-1 max-tablet:row-start-1';
const FIGURE = 'tablet:w-24 max-tablet:col-start-2 max-tablet:row-start-1 max-tablet:font-semibold';
const WHOLE_LINE = 'max-tablet:col-span-2';

function demandColumns(kind: DemandKind, now: Date, can: Can): Column[] {
  if (kind === 'done') return doneColumns(now, can);
  const isSearch = kind === 'noResults' || kind === 'noClicks';
  return [
    {
      key: 'name',
      label: isSearch ? columns.query : columns.product,
      className: NAME,
      cell: (row) => <Name row={row} can={can} />,
    },
    {
      key: 'lost',
      label: texts.lost[kind],
      numeric: true,
      className: FIGURE,
      cell: ({ lost }) => (
        <>
          {wholeNumber(lost)}
          <span className="font-normal text-[13px] text-ink-muted tablet:hidden">
            {' '}
            {texts.lost[kind].toLowerCase()}
          </span>
        </>
      ),
    },
    SECOND_FIGURES[kind],
    {
      key: 'remedy',
      label: columns.remedy,
      className: `${isSearch ? 'tablet:w-52' : 'tablet:w-28'} ${WHOLE_LINE}`,
      cell: (row) => <Remedies row={row} can={can} />,
    },
    ...(can('products.write') ? [markDoneColumn(isSearch)] : []),
  ];
}

const SEARCHES: Column = {
  key: 'searches',
  label: columns.searches,
  numeric: true,
  className: 'tablet:w-24 max-desktop:hidden',
  cell: ({ searches }) => wholeNumber(searches ?? 0),
};

const CLICKS: Column = {
  key: 'clicks',
  label: columns.clicks,
  numeric: true,
  className: 'tablet:w-36 max-desktop:hidden',
  cell: ({ clicks }) => wholeNumber(clicks ?? 0),
};

const AVAILABLE: Column = {
  key: 'available',
  label: columns.available,
  numeric: true,
  className: 'tablet:w-32 max-desktop:hidden',
  cell: ({ available }) => wholeNumber(available ?? 0),
};

const SECOND_FIGURES: Record<Exclude<DemandKind, 'done'>, Column> = {
  noResults: SEARCHES,
  noClicks: CLICKS,
  soldOut: AVAILABLE,
  sizes: AVAILABLE,
  waitlist: AVAILABLE,
};

const markDoneColumn = (isSearch: boolean): Column => ({
  key: 'markDone',
  label: columns.markDone,
  className: `${isSearch ? 'tablet:w-60' : 'tablet:w-32'} ${WHOLE_LINE}`,
  cell: (row) => <MarkDone row={row} />,
});

const doneColumns = (now: Date, can: Can): Column[] => [
  { key: 'name', label: columns.name, className: NAME, cell: (row) => <Name row={row} can={can} /> },
  {
    key: 'remedy',
    label: columns.remedy,
    className: 'tablet:w-40 max-tablet:col-start-2 max-tablet:row-start-1 max-tablet:text-right',
    cell: ({ remedy }) =>
      remedy && (
        <>
          {texts.done[remedy.remedy]}
          <SecondLine>
            <Age at={remedy.doneAt} now={now} />
          </SecondLine>
        </>
      ),
  },
  {
    key: 'brought',
    label: columns.brought,
    className: `tablet:w-[32%] ${WHOLE_LINE}`,
    cell: (row) => <Brought row={row} />,
  },
  ...(can('products.write') ? [REOPEN] : []),
];

const REOPEN: Column = {
  key: 'reopen',
  label: columns.reopen,
  hideLabel: true,
  className: `tablet:w-28 ${WHOLE_LINE}`,
  cell: (row) => (
    <RemedyForm row={row} className="flex tablet:justify-end">
      <RowButton name="remedy" value="" aria-label={texts.reopenOf(row.name)}>
        {texts.reopen}
      </RowButton>
    </RemedyForm>
  ),
};

/** Narrow screens have no columns for searches and stock. */
function Name({ row, can }: { row: DemandRow; can: Can }) {
  const { subject, name, options, productId, available, searches, clicks, remedy } = row;
  const isLink = productId !== null && can('products.read');
  const choice = Object.entries(options).map(([option, value]) => `${option}: ${value}`);
  return (
    <>
      {isLink ? (
        <CellLink to={`/admin/products/edit/${productId}`} className="block truncate">
          {name}
        </CellLink>
      ) : (
        <span className="wrap-anywhere block font-semibold">{name}</span>
      )}
      {choice.length > 0 && <SecondLine>{choice.join(', ')}</SecondLine>}
      {subject !== 'search' && !productId && <SecondLine>{texts.deletedProduct}</SecondLine>}
      {!remedy && (
        <SecondLine className="desktop:hidden">
          {subject === 'search' ? texts.searchesOf(searches ?? 0, clicks ?? 0) : texts.inStock(available ?? 0)}
        </SecondLine>
      )}
    </>
  );
}

function Remedies({ row, can }: { row: DemandRow; can: Can }) {
  return (
    <ul className="flex flex-wrap gap-x-4">
      {remedyLinks(row, can).map(({ remedy, to }) => (
        <li key={remedy}>
          <Link
            to={to}
            aria-label={texts.remedyOf(texts.remedies[remedy], row.name)}
            className="inline-flex min-h-8 items-center whitespace-nowrap text-violet underline underline-offset-4 max-tablet:min-h-11"
          >
            {texts.remedies[remedy]}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Brought({ row: { remedy } }: { row: DemandRow }) {
  if (!remedy) return null;
  if (remedy.units !== null) return texts.brought.units(remedy.units);
  return texts.brought.searches(remedy.searches ?? 0, remedy.clicks ?? 0);
}

const MarkDone = ({ row }: { row: DemandRow }) => (
  <RemedyForm row={row} className="flex flex-wrap items-center gap-x-4">
    <span className="text-[13px] text-ink-muted tablet:hidden">{columns.markDone}:</span>
    {REMEDIES_OF[row.subject].map((remedy) => (
      <RowButton key={remedy} name="remedy" value={remedy} aria-label={texts.markDone(texts.done[remedy], row.name)}>
        {texts.done[remedy]}
      </RowButton>
    ))}
  </RemedyForm>
);

type RemedyFormProps = { row: DemandRow; className: string; children: ReactNode };

/** No `action` attribute: posting to the current URL keeps tab and date range. */
const RemedyForm = ({ row: { subject, key }, className, children }: RemedyFormProps) => (
  <Form method="post" preventScrollReset className={className}>
    <input type="hidden" name="subject" value={subject} />
    <input type="hidden" name="key" value={key} />
    {children}
  </Form>
);
