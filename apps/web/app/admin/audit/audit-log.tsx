import { adminMessages } from '@shop/contracts/admin/messages';
import { listAuditEntries } from '@shop/contracts/audit/admin-operations';
import { auditMessages as texts } from '@shop/contracts/audit/messages';
import { undoMessages } from '@shop/contracts/audit/undo-messages';
import { ScrollText } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { loadAdminList } from '#admin/kit/admin-list.server.ts';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { Pager } from '#admin/kit/pager.tsx';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { Route } from './+types/audit-log';
import { ConfirmUndo } from './confirm-undo.tsx';
import { ClearFilters, LogFilters } from './log-filters.tsx';
import { LogList } from './log-list.tsx';
import { type UndoResult, undoEntry } from './undo.server.ts';

export async function loader({ request, url }: Route.LoaderArgs) {
  const list = await loadAdminList(request, listAuditEntries, url.searchParams);
  return { ...list, now: new Date() };
}

export const action = ({ request, url }: Route.ActionArgs) => undoEntry(request, url);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ failed: adminMessages.failed }));

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.title);

const DONE = { undone: undoMessages.done };

export default function AuditLogPage({ loaderData, actionData }: Route.ComponentProps) {
  const { items, next, errors, now } = loaderData;
  const [search] = useSearchParams();
  const result: UndoResult | undefined = actionData;
  return (
    <AdminPage title={texts.title}>
      <FlashMessage texts={DONE} result={result} />
      <ConfirmUndo entries={items} result={result} />
      <div className="rounded-card border border-line bg-paper pb-1">
        <LogFilters entries={items} errors={errors} />
        {items.length > 0 ? (
          <LogList entries={items} now={now} />
        ) : (
          <EmptyState icon={ScrollText} title={texts.none} action={search.size > 0 ? <ClearFilters /> : undefined}>
            {search.size > 0 ? texts.noneFound : texts.noneYet}
          </EmptyState>
        )}
      </div>
      <Pager next={next} />
    </AdminPage>
  );
}
