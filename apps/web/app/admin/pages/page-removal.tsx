import { pageMessages as texts } from '@shop/contracts/content/admin-messages';
import type { EditedPage } from '@shop/contracts/content/admin-schema';
import { Form, useSearchParams } from 'react-router';
import { ConfirmEffects } from '#admin/kit/confirm-effects.tsx';
import type { Confirmation } from '#admin/kit/confirmation.ts';
import { FormKey } from '#admin/kit/form-key.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';

/** Discarding the draft of a page that has a public text, and deleting a page of the owner's own. */
export function PageRemoval({ page }: { page: EditedPage }) {
  if (!useCan()('content.write')) return null;
  return (
    <div className="flex flex-wrap gap-3">
      {page.draft && page.published && <DiscardDraft version={page.version} />}
      {!page.builtIn && (
        <Form method="post" action="?" preventScrollReset>
          <FormKey />
          <IntentButton intent="delete" look="danger">
            {texts.delete}
          </IntentButton>
        </Form>
      )}
    </div>
  );
}

export const ConfirmPageDeletion = ({ confirmation }: { confirmation: Confirmation | undefined }) => (
  <ConfirmEffects
    confirmation={confirmation}
    title={texts.confirmDelete}
    confirm={texts.delete}
    busyLabel={texts.deleting}
    keep={texts.keepPage}
    look="danger"
  />
);

/** A dialog, or without JavaScript the same question in the page. */
function DiscardDraft({ version }: { version: number }) {
  const [search] = useSearchParams();
  const confirm = (
    <Form method="post" action="?">
      <input type="hidden" name="version" value={version} />
      <Button type="submit" look="danger" name="intent" value="discard">
        {texts.discard}
      </Button>
    </Form>
  );
  if (search.get('confirm') === 'discard')
    return (
      <div className="grid justify-items-start gap-3">
        <p>{texts.confirmDiscard}</p>
        {confirm}
      </div>
    );
  return (
    <ConfirmDialog
      question={texts.confirmDiscard}
      trigger={texts.discard}
      dismissLabel={texts.keepDraft}
      asks={{ name: 'confirm', value: 'discard' }}
    >
      {confirm}
    </ConfirmDialog>
  );
}
