import type { getFormProps } from '@conform-to/react';
import { adminMessages } from '@shop/contracts/admin/messages';
import { uiMessages } from '@shop/contracts/common/ui-messages';
import { onlineStoreMessages as texts } from '@shop/contracts/content/online-store-messages';
import type { ReactNode } from 'react';
import { Form, useLocation, useSearchParams } from 'react-router';
import { Panel } from '#admin/kit/admin-page.tsx';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { FieldError } from '#ui/form/field.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';

type ItemFormProps = {
  formProps: ReturnType<typeof getFormProps>;
  /** What belongs to no field. */
  error?: string;
  /** Of the section: the one that the entered values are based on. */
  version: string;
  /** The form is not sent while an upload runs. */
  uploading?: boolean;
  children: ReactNode;
};

export function ItemForm({ formProps, error, version, uploading, children }: ItemFormProps) {
  const busy = useIsSubmitting();
  return (
    <Form method="post" action="?" {...formProps}>
      <input type="hidden" name="version" value={version} />
      <Panel className="grid grid-cols-1 gap-5 tablet:grid-cols-2">{children}</Panel>
      {error && <FieldError>{error}</FieldError>}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button type="submit" busy={busy} busyLabel={adminMessages.saving} disabled={uploading}>
          {texts.save}
        </Button>
        <ButtonLink to="/admin/online-store" look="quiet">
          {uiMessages.cancel}
        </ButtonLink>
      </div>
    </Form>
  );
}

/** Asks in a dialog, or before hydration in the page. */
export function RemoveItem({ name, version }: { name: string; version: number }) {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const confirm = (
    <Form method="post" action="?">
      <input type="hidden" name="version" value={version} />
      <IntentButton intent="remove" look="danger">
        {texts.confirm}
      </IntentButton>
    </Form>
  );
  if (search.get('confirm') === 'remove')
    return (
      <section aria-labelledby="confirm" className="mt-6 rounded-card border border-cancelled p-4 tablet:p-6">
        <h2 id="confirm" className="text-h3">
          {texts.confirmRemove(name)}
        </h2>
        <div className="mt-4 flex flex-wrap gap-3">
          <ButtonLink to={pathname} look="secondary">
            {texts.keep}
          </ButtonLink>
          {confirm}
        </div>
      </section>
    );
  return (
    <div className="mt-6">
      <ConfirmDialog
        question={texts.confirmRemove(name)}
        trigger={texts.remove}
        dismissLabel={texts.keep}
        asks={{ name: 'confirm', value: 'remove' }}
      >
        {confirm}
      </ConfirmDialog>
    </div>
  );
}
