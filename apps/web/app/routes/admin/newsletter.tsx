import { Subscriber } from '@shop/contracts/admin-newsletter';
import { adminNewsletterMessages as words } from '@shop/contracts/admin-newsletter-texts';
import { Mails } from 'lucide-react';
import { Form, useSearchParams } from 'react-router';
import { z } from 'zod';
import { Outcome } from '#components/account/outcome.tsx';
import { AdminPage, Panel } from '#components/admin/admin-page.tsx';
import { FilterBar } from '#components/admin/filter-bar.tsx';
import { Pager } from '#components/admin/pager.tsx';
import { useMay } from '#components/admin/staff.ts';
import { useFilterField } from '#components/admin/use-filter-field.ts';
import { Button, ButtonLink } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Table } from '#components/ui/table.tsx';
import { afterDeed } from '#lib/admin-deed.server.ts';
import { adminList } from '#lib/admin-list.server.ts';
import { adminMeta } from '#lib/admin-meta.ts';
import { apiFor } from '#lib/api.server.ts';
import { readForm } from '#lib/form.server.ts';
import { shortDate } from '#lib/format.ts';
import type { Route } from './+types/newsletter';

export const loader = ({ request, url }: Route.LoaderArgs) =>
  adminList(request, '/admin/newsletter', url.searchParams, Subscriber);

export async function action({ request, url }: Route.ActionArgs) {
  const id = (await readForm(request))('id');
  const answer = await apiFor(request).delete(`/admin/newsletter/${encodeURIComponent(id)}`, z.undefined());
  return afterDeed(url, 'removed', answer);
}

export const meta = () => adminMeta(words.title);

const COLUMNS = [
  { label: words.email, cell: ({ email }: Subscriber) => email },
  { label: words.since, cell: ({ createdAt }: Subscriber) => shortDate(new Date(createdAt)), short: true },
];
const ACTIONS = { label: words.actions, cell: (subscriber: Subscriber) => <Remove {...subscriber} /> };

export default function NewsletterPage({ loaderData: { items, next, errors }, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const field = useFilterField(errors);
  const mayWrite = useMay()('newsletter.write');
  const download = mayWrite && (
    <ButtonLink to="/api/admin/newsletter/export" look="secondary" reloadDocument download>
      {words.download}
    </ButtonLink>
  );
  return (
    <AdminPage title={words.title} actions={download}>
      <Outcome words={{ removed: words.removed }} answer={actionData} />
      <FilterBar>
        <TextField
          label={words.search}
          hint={words.searchHint}
          type="search"
          className="col-span-full"
          {...field('q')}
        />
      </FilterBar>
      <Panel>
        {items.length > 0 ? (
          <Table
            caption={words.list}
            columns={mayWrite ? [...COLUMNS, ACTIONS] : COLUMNS}
            rows={items}
            keyOf={({ id }) => id}
          />
        ) : (
          <EmptyState icon={Mails} title={words.none}>
            {search.size > 0 ? words.noneFound : words.noneYet}
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
      <Button type="submit" look="quiet" compact aria-label={words.removeOf(email)}>
        {words.remove}
      </Button>
    </Form>
  );
}
