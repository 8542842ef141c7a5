import { adminCampaignMessages as texts } from '@shop/contracts/notifications/admin-messages';
import type { Campaign } from '@shop/contracts/notifications/admin-schema';
import { exactTime } from '#lib/format.ts';
import { Table } from '#ui/table.tsx';

const COLUMNS = [
  { label: texts.date, cell: ({ createdAt }: Campaign) => exactTime(createdAt) },
  {
    label: texts.name,
    cell: ({ title, message }: Campaign) => (
      <span className="block py-2">
        <span className="block font-semibold">{title}</span>
        <span className="block whitespace-pre-line text-ink-soft">{message}</span>
      </span>
    ),
  },
  { label: texts.link, cell: ({ link }: Campaign) => link },
  { label: texts.progress, cell: (campaign: Campaign) => <Progress {...campaign} /> },
];

export function CampaignTable({ campaigns }: { campaigns: Campaign[] }) {
  return <Table caption={texts.list} columns={COLUMNS} rows={campaigns} keyOf={({ id }) => id} />;
}

function Progress({ title, recipients, expectedRecipients, finishedAt }: Campaign) {
  if (finishedAt) return texts.done(recipients);
  return (
    <span className="grid gap-1">
      <progress
        aria-label={texts.progressOf(title)}
        value={recipients}
        max={Math.max(expectedRecipients, recipients, 1)}
        className="w-40"
      />
      {texts.reached(recipients, expectedRecipients)}
    </span>
  );
}
