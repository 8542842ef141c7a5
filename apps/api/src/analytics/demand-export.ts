import type { DemandKind } from '@shop/contracts/analytics/demand-constants';
import { demandMessages } from '@shop/contracts/analytics/demand-messages';
import type { DemandQuery, DemandRow } from '@shop/contracts/analytics/demand-schema';
import { TOP_ROWS_EXPORTED } from '@shop/contracts/analytics/schema';
import { csvRow } from '#platform/csv.ts';
import type { Db } from '#platform/database/db.ts';
import { listDemand } from './demand.ts';
import { rangeOf } from './range.ts';

const { columns, done, lost } = demandMessages;

type Cell = string | number;
type Column = { label: string; cell: (row: DemandRow) => Cell };

const QUERY: Column = { label: columns.query, cell: ({ name }) => name };
const PRODUCT: Column = { label: columns.product, cell: ({ name }) => name };
const OPTIONS: Column = { label: columns.options, cell: ({ options }) => Object.values(options).join(', ') };
const SEARCHES: Column = { label: columns.searches, cell: ({ searches }) => searches ?? '' };
const CLICKS: Column = { label: columns.clicks, cell: ({ clicks }) => clicks ?? '' };
const AVAILABLE: Column = { label: columns.available, cell: ({ available }) => available ?? '' };
const lostOf = (kind: DemandKind): Column => ({ label: lost[kind], cell: (row) => row.lost });

const COLUMNS: Record<DemandKind, Column[]> = {
  noResults: [QUERY, lostOf('noResults'), SEARCHES, CLICKS],
  noClicks: [QUERY, lostOf('noClicks'), SEARCHES, CLICKS],
  soldOut: [PRODUCT, lostOf('soldOut'), AVAILABLE],
  sizes: [PRODUCT, OPTIONS, lostOf('sizes'), AVAILABLE],
  waitlist: [PRODUCT, OPTIONS, lostOf('waitlist'), AVAILABLE],
  done: [
    { label: columns.name, cell: ({ name }) => name },
    OPTIONS,
    { label: columns.remedy, cell: ({ remedy }) => (remedy ? done[remedy.remedy] : '') },
    { label: columns.doneOn, cell: ({ remedy }) => remedy?.doneAt ?? '' },
    { label: columns.searches, cell: ({ remedy }) => remedy?.searches ?? '' },
    { label: columns.clicks, cell: ({ remedy }) => remedy?.clicks ?? '' },
    { label: columns.units, cell: ({ remedy }) => remedy?.units ?? '' },
  ],
};

/** A list as CSV, with more rows than the page shows. */
export async function exportDemand(db: Db, query: DemandQuery, now: Date) {
  const range = await rangeOf(db, query, now);
  const kind = query.kind ?? 'noResults';
  const rows = await listDemand(db, kind, range, TOP_ROWS_EXPORTED);
  const table: Cell[][] = [
    COLUMNS[kind].map(({ label }) => label),
    ...rows.map((row) => COLUMNS[kind].map(({ cell }) => cell(row))),
  ];
  return {
    name: `unmet-demand-${kind}-${range.from}-${range.to}.csv`,
    text: table.map((cells) => csvRow(cells)).join(''),
  };
}
