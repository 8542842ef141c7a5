import { listMessages } from '@shop/contracts/admin/list-messages';
import { adminMessages } from '@shop/contracts/admin/messages';
import { systemMessages } from '@shop/contracts/operations/messages';
import { disputeMessages, paymentMessages as texts } from '@shop/contracts/payments/admin-messages';
import { PaymentDifference, PaymentDispute, PaymentSummary } from '@shop/contracts/payments/admin-schema';
import { CreditCard } from 'lucide-react';
import { z } from 'zod';
import { previewEffects } from '#features/admin/effects/confirm.server.ts';
import type { Confirmation } from '#features/admin/effects/confirmation.ts';
import { AdminList } from '#features/admin/list/admin-list.tsx';
import { ChoiceFilter } from '#features/admin/list/filter-chip.tsx';
import { Differences } from '#features/admin/payments/differences.tsx';
import { Disputes } from '#features/admin/payments/disputes.tsx';
import { PAYMENT_CARD, paymentColumns, sumOfPayments } from '#features/admin/payments/payment-columns.tsx';
import { PaymentConfirmation } from '#features/admin/payments/payment-confirmation.tsx';
import { redirectAfterAction } from '#features/admin/shared/admin-action.server.ts';
import { loadAdminList } from '#features/admin/shared/admin-list.server.ts';
import { adminMeta } from '#features/admin/shared/admin-meta.ts';
import { AdminPage, Panel } from '#features/admin/shared/admin-page.tsx';
import { formKeyOf } from '#features/admin/shared/form-key.tsx';
import { useCan } from '#features/admin/shared/staff.ts';
import { apiFor } from '#lib/api.server.ts';
import { failedResponse, formOf } from '#lib/forms/form.server.ts';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { ToastResult } from '#ui/toast.tsx';
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
  const form = await formOf(request);
  const text = (name: string) => String(form.get(name) ?? '');
  const api = apiFor(request);
  const id = encodeURIComponent(text('id'));
  if (text('intent') === 'resolve')
    return redirectAfterAction(
      url,
      'resolved',
      await api.post(`/admin/payment-differences/${id}/resolution`, z.undefined(), undefined, formKeyOf(form, id)),
    );
  const isRetry = text('intent') === 'retry';
  const target = text(isRetry ? 'refundId' : 'id');
  const path = isRetry
    ? `/admin/refunds/${encodeURIComponent(target)}/retry`
    : `/admin/payments/${encodeURIComponent(target)}/refund`;
  const preview = await previewEffects(api, form, { method: 'post', path });
  if (preview?.ok) return { confirmation: preview.value };
  if (preview) return failedResponse(preview.problem, adminMessages.failed);
  const result = await api.post(path, z.undefined(), undefined, formKeyOf(form, target));
  return redirectAfterAction(url, isRetry ? 'retried' : 'refunded', result);
}

export const meta = () => adminMeta(texts.title);

type ActionResult = ToastResult & { confirmation?: Confirmation };

const DONE = { refunded: texts.refunded, resolved: texts.resolved, retried: texts.retried };

export default function PaymentsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { items, next, errors, now, differences, disputes } = loaderData;
  const result: ActionResult | undefined = actionData;
  const canRefund = useCan()('orders.refund');
  return (
    <AdminPage title={texts.title} above={[{ label: systemMessages.title, to: '/admin/system' }]}>
      <FlashMessage texts={DONE} result={result} />
      <PaymentConfirmation confirmation={result?.confirmation} />
      <Panel title={disputeMessages.title} className="mb-6">
        <Disputes disputes={disputes} />
      </Panel>
      <AdminList
        label={texts.title}
        caption={texts.title}
        filters={
          <ChoiceFilter
            label={texts.show}
            name="show"
            any={texts.all}
            of={{ orphanedPayments: texts.orphanedPayments }}
          />
        }
        errors={errors}
        sorts={listMessages.dateSorts}
        defaultSort="-date"
        columns={paymentColumns(now, canRefund)}
        card={PAYMENT_CARD}
        rows={items}
        keyOf={({ id }) => id}
        sum={sumOfPayments(items)}
        next={next}
        empty={{ icon: CreditCard, title: texts.none, hint: texts.noneYet, filtered: texts.noOrphanedPayments }}
      />
      <Panel title={texts.differences} className="mt-6">
        <Differences differences={differences} />
      </Panel>
    </AdminPage>
  );
}
