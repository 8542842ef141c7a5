import { listMessages } from '@shop/contracts/admin/list-messages';
import { adminMessages } from '@shop/contracts/admin/messages';
import {
  listPaymentDifferences,
  listPayments,
  refundOrphanedPayment,
  resolvePaymentDifference,
  retryRefund,
} from '@shop/contracts/checkout/admin-operations';
import { dryRunOf } from '@shop/contracts/effects/dry-run';
import { disputeMessages, paymentMessages as texts } from '@shop/contracts/payments/admin-messages';
import { listPaymentDisputes } from '@shop/contracts/payments/admin-operations';
import { systemMessages } from '@shop/contracts/system/messages';
import { CreditCard } from 'lucide-react';
import { redirectAfterAction } from '#admin/kit/admin-action.server.ts';
import { loadAdminList } from '#admin/kit/admin-list.server.ts';
import { AdminList } from '#admin/kit/admin-list.tsx';
import { AdminPage, Panel } from '#admin/kit/admin-page.tsx';
import { previewEffects } from '#admin/kit/confirm.server.ts';
import type { Confirmation } from '#admin/kit/confirmation.ts';
import { formKeyOf } from '#admin/kit/form-key.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { apiFor } from '#lib/api.server.ts';
import { failedResponse, formOf } from '#lib/forms/form.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { ToastResult } from '#ui/toast.tsx';
import type { Route } from './+types/payments';
import { DIFFERENCES_AFTER, Differences } from './differences.tsx';
import { Disputes } from './disputes.tsx';
import { PAYMENT_CARD, paymentColumns, sumOfPayments } from './payment-columns.tsx';
import { PaymentConfirmation } from './payment-confirmation.tsx';

export async function loader({ request, url }: Route.LoaderArgs) {
  const ofPayments = new URLSearchParams(url.searchParams);
  ofPayments.delete(DIFFERENCES_AFTER);
  const ofDifferences = new URLSearchParams({ after: url.searchParams.get(DIFFERENCES_AFTER) ?? '' });
  const [payments, differences, disputes] = await Promise.all([
    loadAdminList(request, listPayments, ofPayments),
    loadAdminList(request, listPaymentDifferences, ofDifferences),
    apiFor(request).read(listPaymentDisputes),
  ]);
  return { ...payments, differences, disputes };
}

export async function action({ request, url }: Route.ActionArgs) {
  const form = await formOf(request);
  const text = (name: string) => String(form.get(name) ?? '');
  const api = apiFor(request);
  const isRetry = text('intent') === 'retry';
  const params = { id: text(isRetry ? 'refundId' : 'id') };
  const key = formKeyOf(form, params.id);
  if (text('intent') === 'resolve')
    return redirectAfterAction(url, 'resolved', await api.call(resolvePaymentDifference, { params, key }));
  const differenceId = text('differenceId');
  const body = differenceId ? { differenceId } : undefined;
  const dryRun = () =>
    isRetry ? api.call(dryRunOf(retryRefund), { params }) : api.call(dryRunOf(refundOrphanedPayment), { params, body });
  const refund = () =>
    isRetry ? api.call(retryRefund, { params, key }) : api.call(refundOrphanedPayment, { params, body, key });
  const preview = await previewEffects(form, dryRun);
  if (preview?.ok) return { confirmation: preview.value };
  if (preview) return failedResponse(preview.problem, adminMessages.failed);
  return redirectAfterAction(url, isRetry ? 'retried' : 'refunded', await refund());
}

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.title);

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
      <Panel title={texts.differences} className="mb-6">
        <Differences differences={differences.items} next={differences.next} />
      </Panel>
      <Panel title={disputeMessages.title} className="mb-6">
        <Disputes disputes={disputes} />
      </Panel>
      <h2 className="mb-4 text-h3">{texts.all}</h2>
      <AdminList
        label={texts.all}
        caption={texts.all}
        errors={errors}
        sorts={listMessages.dateSorts}
        defaultSort="-date"
        columns={paymentColumns(now, canRefund)}
        card={PAYMENT_CARD}
        rows={items}
        keyOf={({ id }) => id}
        sum={sumOfPayments(items)}
        next={next}
        empty={{ icon: CreditCard, title: texts.none, hint: texts.noneYet }}
      />
    </AdminPage>
  );
}
