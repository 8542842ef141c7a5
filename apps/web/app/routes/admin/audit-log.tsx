import { auditEntityLabels, auditMessages as texts } from '@shop/contracts/audit/messages';
import { AuditEntry } from '@shop/contracts/audit/schema';
import { ScrollText } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { AuditTable } from '#features/admin/audit/audit-table.tsx';
import { loadAdminList } from '#features/admin/shared/admin-list.server.ts';
import { adminMeta } from '#features/admin/shared/admin-meta.ts';
import { AdminPage } from '#features/admin/shared/admin-page.tsx';
import { ChoiceField } from '#features/admin/shared/choice-field.tsx';
import { FilterBar, SearchField } from '#features/admin/shared/filter-bar.tsx';
import { ListPanel } from '#features/admin/shared/list-panel.tsx';
import { useFilterField } from '#features/admin/shared/use-filter-field.ts';
import { TextField } from '#ui/form/field.tsx';
import type { Route } from './+types/audit-log';

export const loader = ({ request, url }: Route.LoaderArgs) =>
  loadAdminList(request, '/admin/audit-log', url.searchParams, AuditEntry);

export const meta = () => adminMeta(texts.title);

export default function AuditLogPage({ loaderData: { items, next, errors } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const field = useFilterField(errors);
  return (
    <AdminPage title={texts.title}>
      <FilterBar>
        <SearchField label={texts.who} hint={texts.whoHint} {...field('who')} />
        <ChoiceField label={texts.what} any={texts.allTypes} of={auditEntityLabels} {...field('entity')} />
        <TextField label={texts.entityId} {...field('entityId')} />
        <TextField label={texts.from} type="date" {...field('from')} />
        <TextField label={texts.to} type="date" {...field('to')} />
      </FilterBar>
      <ListPanel
        items={items}
        next={next}
        icon={ScrollText}
        none={texts.none}
        hint={search.size > 0 ? texts.noneFound : texts.noneYet}
      >
        <AuditTable entries={items} />
      </ListPanel>
    </AdminPage>
  );
}
