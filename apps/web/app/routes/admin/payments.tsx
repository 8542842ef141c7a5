import { systemMessages, paymentMessages as texts } from '@shop/contracts/operations/messages';
import { PaymentDifference, PaymentSummary } from '@shop/contracts/operations/schema';
import { disputeMessages } from '@shop/contracts/payments/admin-messages';
import { PaymentDispute } from '@shop/contracts/payments/admin-schema';
import { CreditCard } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { FlashMessage } from '#components/account/flash-message.tsx';
import { AdminPage, Panel } from '#components/admin/admin-page.tsx';
import { ChoiceField } from '#components/admin/choice-field.tsx';
import { Differences } from '#components/admin/differences.tsx';
import { Disputes } from '#components/admin/disputes.tsx';
import { FilterBar } from '#components/admin/filter-bar.tsx';
import { Pager } from '#components/admin/pager.tsx';
import { PaymentTable } from '#components/admin/payment-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { redirectAfterAction } from '#lib/admin-action.server.ts';
import { loadAdminList } from '#lib/admin-list.server.ts';
import { adminMeta } from '#lib/admin-meta.ts';
import { apiFor } from '#lib/api.server.ts';
import { readForm } from '#lib/form.server.ts';
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
      <Panel>
        {items.length > 0 ? (
          <PaymentTable payments={items} />
        ) : (
          <EmptyState icon={CreditCard} title={texts.none}>
            {show === 'orphanedPayments' ? texts.noOrphanedPayments : texts.noneYet}
          </EmptyState>
        )}
      </Panel>
      <Pager next={next} />
      <Panel title={texts.differences} className="mt-6">
        <Differences differences={differences} />
      </Panel>
    </AdminPage>
  );
}
