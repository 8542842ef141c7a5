import { systemMessages } from '@shop/contracts/operations/messages';
import { disputeMessages, paymentMessages as texts } from '@shop/contracts/payments/admin-messages';
import { PaymentDifference, PaymentDispute, PaymentSummary } from '@shop/contracts/payments/admin-schema';
import { CreditCard } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { Differences } from '#features/admin/payments/differences.tsx';
import { Disputes } from '#features/admin/payments/disputes.tsx';
import { PaymentTable } from '#features/admin/payments/payment-table.tsx';
import { redirectAfterAction } from '#features/admin/shared/admin-action.server.ts';
import { loadAdminList } from '#features/admin/shared/admin-list.server.ts';
import { adminMeta } from '#features/admin/shared/admin-meta.ts';
import { AdminPage, Panel } from '#features/admin/shared/admin-page.tsx';
import { ChoiceField } from '#features/admin/shared/choice-field.tsx';
import { FilterBar } from '#features/admin/shared/filter-bar.tsx';
import { ListPanel } from '#features/admin/shared/list-panel.tsx';
import { apiFor } from '#lib/api.server.ts';
import { readForm } from '#lib/forms/form.server.ts';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { Route } from './+types/payments';

export async function loader({ request, url }: Route.LoaderArgs) {
  const [payments, differences, disputes] = await Promise.all([
    loadAdminList(request, '/admin/payments', url.searchParams, PaymentSummary),
    apiFor(request).get('/admin/payment-differences', PaymentDifference.array()),
    apiFor(request).get('/admin/payment-disputes', PaymentDispute.array()),
  ]);
  return { ...payments, differences, disputes };
}

export async function action({ request, url }: Route.ActionArgs) {
  const text = await readForm(request);
  const api = apiFor(request);
  const id = encodeURIComponent(text('id'));
  if (text('intent') === 'resolve')
    return redirectAfterAction(
      url,
      'resolved',
      await api.post(`/admin/payment-differences/${id}/resolution`, z.undefined()),
    );
  if (text('intent') === 'retry') {
    const refundId = encodeURIComponent(text('refundId'));
    return redirectAfterAction(url, 'retried', await api.post(`/admin/refunds/${refundId}/retry`, z.undefined()));
  }
  return redirectAfterAction(url, 'refunded', await api.post(`/admin/payments/${id}/refund`, z.undefined()));
}

export const meta = () => adminMeta(texts.title);

const DONE = { refunded: texts.refunded, resolved: texts.resolved, retried: texts.retried };

export default function PaymentsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { items, next, differences, disputes } = loaderData;
  const [search] = useSearchParams();
  const show = search.get('show') ?? 'all';
  return (
    <AdminPage title={texts.title} above={[{ label: systemMessages.title, to: '/admin/system' }]}>
      <FlashMessage texts={DONE} result={actionData} />
      <Panel title={disputeMessages.title} className="mb-6">
        <Disputes disputes={disputes} />
      </Panel>
      <FilterBar>
        <ChoiceField
          label={texts.show}
          name="show"
          of={{ all: texts.all, orphanedPayments: texts.orphanedPayments }}
          defaultValue={show}
        />
      </FilterBar>
      <ListPanel
        items={items}
        next={next}
        icon={CreditCard}
        none={texts.none}
        hint={show === 'orphanedPayments' ? texts.noOrphanedPayments : texts.noneYet}
      >
        <PaymentTable payments={items} />
      </ListPanel>
      <Panel title={texts.differences} className="mt-6">
        <Differences differences={differences} />
      </Panel>
    </AdminPage>
  );
}
