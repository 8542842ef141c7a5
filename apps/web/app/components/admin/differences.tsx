import type { PaymentDifference } from '@shop/contracts/system';
import { differenceLabels, paymentMessages as words } from '@shop/contracts/system-texts';
import { Form } from 'react-router';
import { Button } from '#components/ui/button.tsx';
import { Table } from '#components/ui/table.tsx';
import { shortDate } from '#lib/format.ts';
import { useMay } from './staff.ts';

const COLUMNS = [
  { label: words.reference, cell: ({ reference }: PaymentDifference) => reference },
  { label: words.kind, cell: ({ kind }: PaymentDifference) => differenceLabels[kind] ?? kind },
  { label: words.found, cell: ({ foundAt }: PaymentDifference) => shortDate(new Date(foundAt)), short: true },
];
const CURE = { label: words.cure, cell: (difference: PaymentDifference) => <Resolve {...difference} /> };

export function Differences({ differences }: { differences: PaymentDifference[] }) {
  const columns = useMay()('system.mend') ? [...COLUMNS, CURE] : COLUMNS;
  if (differences.length === 0) return <p className="text-ink-soft">{words.noDifferences}</p>;
  return <Table caption={words.differences} columns={columns} rows={differences} keyOf={({ id }) => id} />;
}

function Resolve({ id, reference }: PaymentDifference) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <Button
        type="submit"
        name="intent"
        value="resolve"
        look="secondary"
        compact
        aria-label={words.resolveOf(reference)}
      >
        {words.resolve}
      </Button>
    </Form>
  );
}
