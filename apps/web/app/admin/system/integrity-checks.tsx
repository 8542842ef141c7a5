import { systemMessages as texts } from '@shop/contracts/system/messages';
import type { SystemReport } from '@shop/contracts/system/schema';
import { useDates } from '#lib/dates.ts';
import { Badge } from '#ui/badge.tsx';
import { Notice } from '#ui/notice.tsx';
import { Table } from '#ui/table.tsx';

type Rule = SystemReport['rules'][number];
const COLUMNS = [
  { label: texts.check, cell: ({ id, rule }: Rule) => `${id}: ${rule}` },
  {
    label: texts.result,
    short: true,
    cell: ({ violations }: Rule) => (
      <Badge tone={violations > 0 ? 'cancelled' : 'delivered'}>
        {violations > 0 ? texts.violations(violations) : texts.passed}
      </Badge>
    ),
  },
];

/** Results of the last data integrity check, failed checks first. */
export function IntegrityChecks({ report: { rules, checkedAt } }: { report: SystemReport }) {
  const { exactTime } = useDates();
  if (!checkedAt) return <Notice kind="info">{texts.neverChecked}</Notice>;
  const failedChecks = rules.filter(({ violations }) => violations > 0);
  return (
    <>
      <Notice kind={failedChecks.length > 0 ? 'error' : 'info'}>
        {failedChecks.length > 0 ? texts.failedChecks(failedChecks.length) : texts.allPassed(rules.length)}{' '}
        {texts.checked(exactTime(checkedAt))}
      </Notice>
      {failedChecks.length > 0 && (
        <div className="mt-4">
          <Table caption={texts.integrityChecks} columns={COLUMNS} rows={failedChecks} keyOf={({ id }) => id} />
        </div>
      )}
      <details className="mt-4">
        <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-violet">{texts.allChecks}</summary>
        <Table caption={texts.allChecks} columns={COLUMNS} rows={rules} keyOf={({ id }) => id} />
      </details>
    </>
  );
}
