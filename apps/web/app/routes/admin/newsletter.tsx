import { adminNewsletterMessages as texts } from '@shop/contracts/newsletter/admin-messages';
import { Subscriber } from '@shop/contracts/newsletter/admin-schema';
import { Mails } from 'lucide-react';
import { Form, useSearchParams } from 'react-router';
import { z } from 'zod';
import { FlashMessage } from '#components/account/flash-message.tsx';
import { AdminPage, Panel } from '#components/admin/admin-page.tsx';
import { FilterBar } from '#components/admin/filter-bar.tsx';
import { Pager } from '#components/admin/pager.tsx';
import { useCan } from '#components/admin/staff.ts';
import { useFilterField } from '#components/admin/use-filter-field.ts';
import { Button, ButtonLink } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Table } from '#components/ui/table.tsx';
import { redirectAfterAction } from '#lib/admin-action.server.ts';
import { loadAdminList } from '#lib/admin-list.server.ts';
import { adminMeta } from '#lib/admin-meta.ts';
import { apiFor } from '#lib/api.server.ts';
import { readForm } from '#lib/form.server.ts';
import { shortDate } from '#lib/format.ts';
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
      {texts.download}
    </ButtonLink>
  );
  return (
    <AdminPage title={texts.title} actions={download}>
      <FlashMessage texts={{ removed: texts.removed }} result={actionData} />
      <FilterBar>
        <TextField
          label={texts.search}
          hint={texts.searchHint}
          type="search"
          className="col-span-full"
          {...field('q')}
        />
      </FilterBar>
      <Panel>
        {items.length > 0 ? (
          <Table
            caption={texts.list}
            columns={canWrite ? [...COLUMNS, ACTIONS] : COLUMNS}
            rows={items}
            keyOf={({ id }) => id}
          />
        ) : (
          <EmptyState icon={Mails} title={texts.none}>
            {search.size > 0 ? texts.noneFound : texts.noneYet}
          </EmptyState>
        )}
      </Panel>
      <Pager next={next} />
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
