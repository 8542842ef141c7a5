import type { SystemReport } from '@shop/contracts/system';
import { systemMessages as words } from '@shop/contracts/system-texts';
import { Badge } from '#components/ui/badge.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Table } from '#components/ui/table.tsx';
import { exactTime } from '#lib/format.ts';

type Rule = SystemReport['rules'][number];
const COLUMNS = [
  { label: words.rule, cell: ({ id, rule }: Rule) => `${id}: ${rule}` },
  {
    label: words.result,
    short: true,
    cell: ({ violations }: Rule) => (
      <Badge tone={violations > 0 ? 'cancelled' : 'delivered'}>
        {violations > 0 ? words.violations(violations) : words.holds}
      </Badge>
    ),
  },
];

/** What the last check of the books found, the broken rules first. */
export function Books({ report: { rules, checkedAt } }: { report: SystemReport }) {
  if (!checkedAt) return <Notice kind="info">{words.neverChecked}</Notice>;
  const broken = rules.filter(({ violations }) => violations > 0);
  return (
    <>
      <Notice kind={broken.length > 0 ? 'error' : 'info'}>
        {broken.length > 0 ? words.broken(broken.length) : words.allHold(rules.length)}{' '}
        {words.checked(exactTime(checkedAt))}
      </Notice>
      {broken.length > 0 && (
        <div className="mt-4">
          <Table caption={words.books} columns={COLUMNS} rows={broken} keyOf={({ id }) => id} />
        </div>
      )}
      <details className="mt-4">
        <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-violet">{words.allRules}</summary>
        <Table caption={words.allRules} columns={COLUMNS} rows={rules} keyOf={({ id }) => id} />
      </details>
    </>
  );
}
