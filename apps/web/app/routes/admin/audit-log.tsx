import { adminMessages } from '@shop/contracts/admin/messages';
import { auditMessages as texts } from '@shop/contracts/audit/messages';
import { AuditEntry, UndoneAuditEntry } from '@shop/contracts/audit/schema';
import { undoMessages } from '@shop/contracts/audit/undo-messages';
import { ScrollText } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { ClearFilters, LogFilters } from '#features/admin/audit/log-filters.tsx';
import { LogList } from '#features/admin/audit/log-list.tsx';
import { UndoSection } from '#features/admin/audit/undo.tsx';
import { redirectAfterAction } from '#features/admin/shared/admin-action.server.ts';
import { loadAdminList } from '#features/admin/shared/admin-list.server.ts';
import { adminMeta } from '#features/admin/shared/admin-meta.ts';
import { AdminPage } from '#features/admin/shared/admin-page.tsx';
import { Pager } from '#features/admin/shared/pager.tsx';
import { apiFor } from '#lib/api.server.ts';
import { readForm } from '#lib/forms/form.server.ts';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { Route } from './+types/audit-log';

/** `undo` opens the confirmation without JavaScript, and is no filter. */
function withoutUndo(url: URL) {
  const rest = new URL(url);
  rest.searchParams.delete('undo');
  return rest;
}

export async function loader({ request, url }: Route.LoaderArgs) {
  const list = await loadAdminList(request, '/admin/audit-log', url.searchParams, AuditEntry);
  return { ...list, now: new Date(), undoKey: crypto.randomUUID() };
}

export async function action({ request, url }: Route.ActionArgs) {
  const text = await readForm(request);
  const path = `/admin/audit-log/${encodeURIComponent(text('id'))}/undo`;
  const password = text('password');
  const result = await apiFor(request).post(path, UndoneAuditEntry, password ? { password } : {}, text('key'));
  return redirectAfterAction(withoutUndo(url), 'undone', result);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ failed: adminMessages.failed }));

export const meta = () => adminMeta(texts.title);

const DONE = { undone: undoMessages.done };

export default function AuditLogPage({ loaderData, actionData }: Route.ComponentProps) {
  const { items, next, errors, now, undoKey } = loaderData;
  const [search] = useSearchParams();
  const asked = items.find(({ id, undo }) => id === search.get('undo') && undo === 'possible');
  return (
    <AdminPage title={texts.title}>
      <FlashMessage texts={DONE} result={actionData} />
      {asked && <UndoSection entry={asked} undoKey={undoKey} />}
      <div className="rounded-card border border-line bg-paper pb-1">
        <LogFilters entries={items} errors={errors} />
        {items.length > 0 ? (
          <LogList entries={items} now={now} undoKey={undoKey} />
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
