import type { SubmissionResult } from '@conform-to/react';
import { adminMessages } from '@shop/contracts/admin/messages';
import type { TaxonomyKind } from '@shop/contracts/catalog/constants';
import { taxonomyFieldMessages, taxonomyMessages } from '@shop/contracts/catalog/taxonomy-messages';
import { taxonomyOperations } from '@shop/contracts/catalog/taxonomy-operations';
import type { TaxonomyItem } from '@shop/contracts/catalog/taxonomy-schema';
import { dryRunOf } from '@shop/contracts/effects/dry-run';
import type { ReactNode } from 'react';
import { data, Form, redirect } from 'react-router';
import { Panel } from '#admin/kit/admin-page.tsx';
import { confirmationResponse, previewEffects } from '#admin/kit/confirm.server.ts';
import { ConfirmEffects } from '#admin/kit/confirm-effects.tsx';
import { type Confirmation, fieldIn } from '#admin/kit/confirmation.ts';
import { FormKey, formKeyOf } from '#admin/kit/form-key.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { apiFor } from '#lib/api.server.ts';
import { failedResponse, formOf } from '#lib/forms/form.server.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { Checkbox } from '#ui/form/choice.tsx';
import { SelectField } from '#ui/form/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { TextLink } from '#ui/text-link.tsx';
import type { ToastResult } from '#ui/toast.tsx';
import type { Route } from './+types/item';
import { editOf, TaxonomyFields } from './taxonomy-fields.ts';
import { TaxonomyForm } from './taxonomy-form.tsx';
import { kindOf, LIST_PATHS } from './taxonomy-kind.ts';
import { TaxonomyScreen } from './taxonomy-screen.tsx';

type ItemResult = ToastResult & { reply?: SubmissionResult; confirmation?: Confirmation };

/** An unknown id, for example of a merged category, redirects to the list. */
export async function loader({ request, params, url }: Route.LoaderArgs) {
  const kind = kindOf(url);
  const api = apiFor(request);
  const [found, items] = await Promise.all([
    api.call(taxonomyOperations[kind].get, { params: { id: params.itemId } }),
    api.read(taxonomyOperations[kind].list),
  ]);
  if (found.ok) return { kind, items, item: found.value };
  if (found.problem.status === 404 || found.problem.status === 422) throw redirect(LIST_PATHS[kind]);
  throw data(found.problem, { status: found.problem.status });
}

export async function action({ request, params, url }: Route.ActionArgs) {
  const kind = kindOf(url);
  const { merge, remove, update } = taxonomyOperations[kind];
  const item = { id: params.itemId };
  const api = apiFor(request);
  const form = await formOf(request);
  const key = formKeyOf(form, params.itemId);

  if (form.get('intent') === 'merge') {
    const into = String(form.get('into') ?? '');
    if (!into) return data<ItemResult>({ failed: taxonomyFieldMessages.intoRequired }, { status: 422 });
    const body = { into, unreturnable: form.has('unreturnable') };
    const preview = await previewEffects(form, () => api.call(dryRunOf(merge), { params: item, body }));
    if (preview) return confirmationResponse(preview);
    const merged = await api.call(merge, { params: item, body, key });
    if (merged.ok) throw redirect(`${LIST_PATHS[kind]}?done=${merged.value.done ? 'merged' : 'merging'}`);
    return failedResponse(merged.problem, adminMessages.failed);
  }
  if (form.get('intent') === 'delete') {
    const preview = await previewEffects(form, () => api.call(dryRunOf(remove), { params: item }));
    if (preview) return confirmationResponse(preview);
    const removed = await api.call(remove, { params: item, key });
    if (removed.ok) throw redirect(`${LIST_PATHS[kind]}?done=removed`);
    return failedResponse(removed.problem, adminMessages.failed);
  }
  const sent = await sendForm(
    form,
    TaxonomyFields,
    (fields) => api.call(update, { params: item, body: editOf(fields) }),
    adminMessages.failed,
  );
  if (sent.ok) throw redirect(`${LIST_PATHS[kind]}/${encodeURIComponent(params.itemId)}?done=saved`);
  return data<ItemResult>({ reply: sent.reply }, { status: sent.status });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError<ItemResult>({ failed: adminMessages.failed }));

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  unlistedMeta(matches, loaderData?.item.name ?? taxonomyMessages.category.title);

export default function TaxonomyItemPage({ loaderData: { kind, items, item }, actionData }: Route.ComponentProps) {
  const texts = taxonomyMessages[kind];
  const canWrite = useCan()('products.write') && item.mergingInto === null;
  const result: ItemResult | undefined = actionData;
  return (
    <TaxonomyScreen kind={kind} items={items} title={item.name} selectedId={item.id} result={result}>
      <ConfirmMergeOrDelete kind={kind} item={item} items={items} confirmation={result?.confirmation} />
      {item.mergingInto !== null && <Notice kind="info">{texts.merging(item.mergingInto)}</Notice>}
      {item.mergingInto === null && !canWrite && <Notice kind="info">{texts.readOnly}</Notice>}
      <p className="flex flex-wrap items-center gap-x-4 text-small">
        {texts.productCount(item.products)}
        <TextLink to={`/products?${kind}=${encodeURIComponent(item.name)}`}>{texts.viewInStore}</TextLink>
      </p>
      <TaxonomyForm
        key={`${item.id} ${item.version}`}
        kind={kind}
        item={item}
        lastResult={result?.reply}
        canWrite={canWrite}
      />
      {canWrite && <MergeAndDelete key={item.id} kind={kind} item={item} items={items} />}
    </TaxonomyScreen>
  );
}

type MergeAndDeleteProps = { kind: TaxonomyKind; item: TaxonomyItem; items: TaxonomyItem[] };

/** Each opens with what it will do, and a button that does it; also without JavaScript. */
function MergeAndDelete({ kind, item, items }: MergeAndDeleteProps) {
  const texts = taxonomyMessages[kind];
  const canSetReturns = useCan()('settings.write');
  const targets = items.filter(({ id, mergingInto }) => id !== item.id && mergingInto === null);
  return (
    <Panel className="grid gap-2">
      {targets.length > 0 && (
        <Disclosure title={texts.mergeTitle}>
          <Form method="post" className="grid gap-4">
            <FormKey />
            <Notice kind="info">{texts.mergeEffect(item.products)}</Notice>
            <SelectField name="into" label={texts.into} required defaultValue="">
              <option value="">{texts.chooseInto}</option>
              {targets.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
            {item.unreturnable && canSetReturns && (
              <div className="grid gap-1">
                <Checkbox name="unreturnable">{texts.unreturnable}</Checkbox>
                <p className="text-ink-muted text-small">{texts.unreturnableHint}</p>
              </div>
            )}
            <IntentButton intent="merge" look="danger" className="justify-self-start">
              {texts.merge}
            </IntentButton>
          </Form>
        </Disclosure>
      )}
      <Disclosure title={texts.deleteTitle}>
        {item.products > 0 ? (
          <Notice kind="info">{texts.inUse}</Notice>
        ) : (
          <Form method="post" className="grid gap-4">
            <FormKey />
            <Notice kind="info">{texts.deleteEffect}</Notice>
            <IntentButton intent="delete" look="danger" className="justify-self-start">
              {texts.remove}
            </IntentButton>
          </Form>
        )}
      </Disclosure>
    </Panel>
  );
}

type ConfirmProps = MergeAndDeleteProps & { confirmation: Confirmation | undefined };

function ConfirmMergeOrDelete({ kind, item, items, confirmation }: ConfirmProps) {
  const texts = taxonomyMessages[kind];
  const into = items.find(({ id }) => id === fieldIn(confirmation, 'into'));
  return (
    <ConfirmEffects
      confirmation={confirmation}
      title={into ? texts.confirmMerge(item.name, into.name) : texts.confirmDelete(item.name)}
      confirm={into ? texts.merge : texts.remove}
      busyLabel={adminMessages.saving}
      keep={texts.keep}
      look="danger"
    />
  );
}

function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-small">{title}</summary>
      <div className="pt-2 pb-4">{children}</div>
    </details>
  );
}
