import { pageMessages as texts } from '@shop/contracts/content/admin-messages';
import type { EditedPage, PageVersionSummary } from '@shop/contracts/content/admin-schema';
import { Form } from 'react-router';
import { Panel } from '#admin/kit/admin-page.tsx';
import { Pager } from '#admin/kit/pager.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { useDates } from '#lib/dates.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { Table } from '#ui/table.tsx';
import { TextLink } from '#ui/text-link.tsx';

type PageHistoryProps = { page: EditedPage; versions: PageVersionSummary[]; next: string | undefined };

export function PageHistory({ page, versions, next }: PageHistoryProps) {
  const { exactTime } = useDates();
  const canRestore = useCan()('content.write') && !page.draft;
  const current = page.published?.number;
  const columns = [
    {
      label: texts.version,
      cell: ({ number, title }: PageVersionSummary) => (
        <>
          <span className="block font-semibold">{texts.versionOf(number)}</span>
          <span className="block text-ink-muted wrap-anywhere">{title}</span>
        </>
      ),
    },
    { label: texts.published, cell: ({ publishedAt }: PageVersionSummary) => exactTime(publishedAt) },
    { label: texts.publishedBy, cell: ({ publishedBy }: PageVersionSummary) => publishedBy ?? '' },
    {
      label: texts.actions,
      cell: ({ number }: PageVersionSummary) => (
        <span className="inline-flex flex-wrap items-center gap-4 max-tablet:justify-end">
          <TextLink to={`/admin/pages/${page.id}/preview?version=${number}`} aria-label={texts.viewVersionOf(number)}>
            {texts.viewVersion}
          </TextLink>
          {number === current && texts.current}
          {number !== current && canRestore && <Restore number={number} version={page.version} />}
        </span>
      ),
    },
  ];
  return (
    <Panel title={texts.history}>
      {versions.length > 0 ? (
        <Table caption={texts.historyList} columns={columns} rows={versions} keyOf={({ id }) => id} />
      ) : (
        <p className="text-ink-muted">{page.builtIn ? texts.noHistory : texts.noHistoryOfOwn}</p>
      )}
      <Pager next={next} />
      {page.builtIn && current !== 0 && canRestore && (
        <div className="mt-4">
          <Restore number={0} version={page.version} label={texts.restoreBuiltIn} />
        </div>
      )}
    </Panel>
  );
}

type RestoreProps = { number: number; version: number; label?: string };

const Restore = ({ number, version, label }: RestoreProps) => (
  <Form method="post">
    <input type="hidden" name="number" value={number} />
    <input type="hidden" name="version" value={version} />
    <IntentButton
      intent="restore"
      values={{ number: String(number) }}
      look="secondary"
      compact
      aria-label={label ?? texts.restoreOf(number)}
    >
      {label ?? texts.restore}
    </IntentButton>
  </Form>
);
