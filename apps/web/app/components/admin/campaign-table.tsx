import type { Campaign } from '@shop/contracts/campaigns';
import { adminCampaignMessages as words } from '@shop/contracts/campaigns-texts';
import { Table } from '#components/ui/table.tsx';
import { exactTime } from '#lib/format.ts';

const COLUMNS = [
  { label: words.date, cell: ({ createdAt }: Campaign) => exactTime(createdAt) },
  {
    label: words.name,
    cell: ({ title, message }: Campaign) => (
      <span className="block py-2">
        <span className="block font-semibold">{title}</span>
        <span className="block whitespace-pre-line text-ink-soft">{message}</span>
      </span>
    ),
  },
  { label: words.link, cell: ({ link }: Campaign) => link },
  { label: words.progress, cell: (campaign: Campaign) => <Progress {...campaign} /> },
];

export function CampaignTable({ campaigns }: { campaigns: Campaign[] }) {
  return <Table caption={words.list} columns={COLUMNS} rows={campaigns} keyOf={({ id }) => id} />;
}

function Progress({ title, recipients, expected, finishedAt }: Campaign) {
  if (finishedAt) return words.done(recipients);
  return (
    <span className="grid gap-1">
      <progress
        aria-label={words.progressOf(title)}
        value={recipients}
        max={Math.max(expected, recipients, 1)}
        className="w-40"
      />
      {words.reached(recipients, expected)}
    </span>
  );
}
