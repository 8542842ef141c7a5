import { adminMessages } from '@shop/contracts/admin/messages';
import { dryRunOf } from '@shop/contracts/effects/dry-run';
import { adminNewsletterMessages as texts } from '@shop/contracts/newsletter/admin-messages';
import { type exportSubscribers, listSubscribers, removeSubscriber } from '@shop/contracts/newsletter/admin-operations';
import type { Subscriber } from '@shop/contracts/newsletter/admin-schema';
import { Mails } from 'lucide-react';
import { Form } from 'react-router';
import { redirectAfterAction } from '#admin/kit/admin-action.server.ts';
import { loadAdminList } from '#admin/kit/admin-list.server.ts';
import { AdminList } from '#admin/kit/admin-list.tsx';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { Age } from '#admin/kit/cells.tsx';
import { confirmationResponse, previewEffects } from '#admin/kit/confirm.server.ts';
import { ConfirmEffects } from '#admin/kit/confirm-effects.tsx';
import { type Confirmation, fieldIn } from '#admin/kit/confirmation.ts';
import { FormKey, formKeyOf } from '#admin/kit/form-key.tsx';
import type { ListColumn } from '#admin/kit/list-table.tsx';
import { QUIET, RowButton } from '#admin/kit/row-link.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { apiFor } from '#lib/api.server.ts';
import { apiUrl } from '#lib/browser-api.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { ButtonLink } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { ToastResult } from '#ui/toast.tsx';
import type { Route } from './+types/newsletter';

export const loader = ({ request, url }: Route.LoaderArgs) => loadAdminList(request, listSubscribers, url.searchParams);

export async function action({ request, url }: Route.ActionArgs) {
  const [api, form] = [apiFor(request), await formOf(request)];
  const id = String(form.get('id') ?? '');
  const preview = await previewEffects(form, () => api.call(dryRunOf(removeSubscriber), { params: { id } }));
  if (preview) return confirmationResponse(preview);
  const removed = await api.call(removeSubscriber, { params: { id }, key: formKeyOf(form, id) });
  return redirectAfterAction(url, 'removed', removed);
}

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.title);

const CARD = 'max-tablet:grid max-tablet:grid-cols-[minmax(0,1fr)_auto] max-tablet:items-center max-tablet:gap-x-3';

const columns = (now: Date, canWrite: boolean): ListColumn<Subscriber>[] => [
  {
    key: 'email',
    label: texts.email,
    className: 'max-tablet:col-start-1',
    cell: ({ email }) => <span className="block truncate font-medium">{email}</span>,
  },
  {
    key: 'since',
    label: texts.since,
    className: 'tablet:w-40 max-tablet:col-start-1 max-tablet:row-start-2 max-tablet:text-[13px]',
    cell: ({ createdAt }) => <Age at={createdAt} now={now} className="text-ink-soft" />,
  },
  ...(canWrite ? [ACTIONS] : []),
];
const ACTIONS: ListColumn<Subscriber> = {
  key: 'actions',
  label: texts.actions,
  hideLabel: true,
  className: 'tablet:w-28 max-tablet:col-start-2 max-tablet:row-span-2 max-tablet:row-start-1',
  cell: (subscriber) => <Remove {...subscriber} />,
};

export default function NewsletterPage({ loaderData, actionData }: Route.ComponentProps) {
  const { items, next, errors, now } = loaderData;
  const result: (ToastResult & { confirmation?: Confirmation }) | undefined = actionData;
  const asked = items.find(({ id }) => id === fieldIn(result?.confirmation, 'id'));
  const canWrite = useCan()('newsletter.write');
  const download = canWrite && (
    <ButtonLink
      to={apiUrl<typeof exportSubscribers>('GET /admin/newsletter/export', {})}
      look="secondary"
      reloadDocument
      download
    >
      {adminMessages.exportCsv}
    </ButtonLink>
  );
  return (
    <AdminPage title={texts.title} actions={download}>
      <FlashMessage texts={{ removed: texts.removed }} result={result} />
      <ConfirmEffects
        confirmation={result?.confirmation}
        title={texts.confirmRemove(asked?.email ?? '')}
        confirm={texts.confirm}
        busyLabel={adminMessages.saving}
        keep={texts.keep}
        look="danger"
      />
      <AdminList
        label={texts.title}
        caption={texts.list}
        search={{ label: texts.search, hint: texts.searchHint }}
        errors={errors}
        columns={columns(now, canWrite)}
        card={CARD}
        rows={items}
        keyOf={({ id }) => id}
        keys="none"
        next={next}
        empty={{ icon: Mails, title: texts.none, hint: texts.noneYet, filtered: texts.noneFound }}
      />
    </AdminPage>
  );
}

function Remove({ id, email }: Subscriber) {
  return (
    <Form method="post" preventScrollReset className={classes('text-right', QUIET)}>
      <input type="hidden" name="id" value={id} />
      <FormKey />
      <RowButton aria-label={texts.removeOf(email)}>{texts.remove}</RowButton>
    </Form>
  );
}
