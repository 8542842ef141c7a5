import { adminMessages } from '@shop/contracts/admin/messages';
import { adminNewsletterMessages as texts } from '@shop/contracts/newsletter/admin-messages';
import { Subscriber } from '@shop/contracts/newsletter/admin-schema';
import { Mails } from 'lucide-react';
import { Form, useSearchParams } from 'react-router';
import { z } from 'zod';
import { redirectAfterAction } from '#features/admin/shared/admin-action.server.ts';
import { loadAdminList } from '#features/admin/shared/admin-list.server.ts';
import { adminMeta } from '#features/admin/shared/admin-meta.ts';
import { AdminPage } from '#features/admin/shared/admin-page.tsx';
import { FilterBar, SearchField } from '#features/admin/shared/filter-bar.tsx';
import { ListPanel } from '#features/admin/shared/list-panel.tsx';
import { useCan } from '#features/admin/shared/staff.ts';
import { useFilterField } from '#features/admin/shared/use-filter-field.ts';
import { apiFor } from '#lib/api.server.ts';
import { shortDate } from '#lib/format.ts';
import { readForm } from '#lib/forms/form.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import { Table } from '#ui/table.tsx';
import type { Route } from './+types/newsletter';

export const loader = ({ request, url }: Route.LoaderArgs) =>
  loadAdminList(request, '/admin/newsletter', url.searchParams, Subscriber);

export async function action({ request, url }: Route.ActionArgs) {
  const id = (await readForm(request))('id');
  const result = await apiFor(request).delete(`/admin/newsletter/${encodeURIComponent(id)}`, z.undefined());
  return redirectAfterAction(url, 'removed', result);
}

export const meta = () => adminMeta(texts.title);

const COLUMNS = [
  { label: texts.email, cell: ({ email }: Subscriber) => email },
  { label: texts.since, cell: ({ createdAt }: Subscriber) => shortDate(new Date(createdAt)), short: true },
];
const ACTIONS = { label: texts.actions, cell: (subscriber: Subscriber) => <Remove {...subscriber} /> };

export default function NewsletterPage({ loaderData: { items, next, errors }, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const field = useFilterField(errors);
  const canWrite = useCan()('newsletter.write');
  const download = canWrite && (
    <ButtonLink to="/api/admin/newsletter/export" look="secondary" reloadDocument download>
      {adminMessages.exportCsv}
    </ButtonLink>
  );
  return (
    <AdminPage title={texts.title} actions={download}>
      <FlashMessage texts={{ removed: texts.removed }} result={actionData} />
      <FilterBar>
        <SearchField label={texts.search} hint={texts.searchHint} {...field('q')} />
      </FilterBar>
      <ListPanel
        items={items}
        next={next}
        icon={Mails}
        none={texts.none}
        hint={search.size > 0 ? texts.noneFound : texts.noneYet}
      >
        <Table
          caption={texts.list}
          columns={canWrite ? [...COLUMNS, ACTIONS] : COLUMNS}
          rows={items}
          keyOf={({ id }) => id}
        />
      </ListPanel>
    </AdminPage>
  );
}

function Remove({ id, email }: Subscriber) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <Button type="submit" look="quiet" compact aria-label={texts.removeOf(email)}>
        {texts.remove}
      </Button>
    </Form>
  );
}
