import { adminMessages } from '@shop/contracts/admin/messages';
import type { TaxonomyKind } from '@shop/contracts/catalog/constants';
import { taxonomyMessages } from '@shop/contracts/catalog/taxonomy-messages';
import type { TaxonomyItem } from '@shop/contracts/catalog/taxonomy-schema';
import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { Panel } from '#admin/kit/admin-page.tsx';
import { ConfirmEffects } from '#admin/kit/confirm-effects.tsx';
import { type Confirmation, fieldIn } from '#admin/kit/confirmation.ts';
import { FormKey } from '#admin/kit/form-key.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { Checkbox } from '#ui/form/choice.tsx';
import { SelectField } from '#ui/form/field.tsx';
import { Notice } from '#ui/notice.tsx';

type MergeAndDeleteProps = { kind: TaxonomyKind; item: TaxonomyItem; items: TaxonomyItem[] };

/** Each opens with what it will do, and a button that does it; also without JavaScript. */
export function MergeAndDelete({ kind, item, items }: MergeAndDeleteProps) {
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

export function ConfirmMergeOrDelete({ kind, item, items, confirmation }: ConfirmProps) {
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
