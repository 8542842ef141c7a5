import { pageMessages as texts } from '@shop/contracts/content/admin-messages';
import type { EditedPage } from '@shop/contracts/content/admin-schema';
import type { ReactNode } from 'react';
import { Form, useSearchParams } from 'react-router';
import { useCan } from '#features/admin/shared/staff.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';

/** Discarding the draft of a page that has a public text, and deleting a page of the owner's own. */
export function PageRemoval({ page }: { page: EditedPage }) {
  if (!useCan()('content.write')) return null;
  return (
    <div className="flex flex-wrap gap-3">
      {page.draft && page.published && (
        <Confirmed
          intent="discard"
          version={page.version}
          label={texts.discard}
          question={texts.confirmDiscard}
          dismissLabel={texts.keepDraft}
        />
      )}
      {!page.builtIn && (
        <Confirmed
          intent="delete"
          version={page.version}
          label={texts.delete}
          question={texts.confirmDelete}
          dismissLabel={texts.keepPage}
        />
      )}
    </div>
  );
}

type ConfirmedProps = {
  intent: 'discard' | 'delete';
  version: number;
  label: string;
  question: string;
  dismissLabel: string;
};

/** A dialog, or without JavaScript the same question in the page. */
function Confirmed({ intent, version, label, question, dismissLabel }: ConfirmedProps): ReactNode {
  const [search] = useSearchParams();
  const confirm = (
    <Form method="post" action="?">
      <input type="hidden" name="version" value={version} />
      <Button type="submit" look="danger" name="intent" value={intent}>
        {label}
      </Button>
    </Form>
  );
  if (search.get('confirm') === intent)
    return (
      <div className="grid justify-items-start gap-3">
        <p>{question}</p>
        {confirm}
      </div>
    );
  return (
    <ConfirmDialog
      question={question}
      trigger={label}
      dismissLabel={dismissLabel}
      asks={{ name: 'confirm', value: intent }}
    >
      {confirm}
    </ConfirmDialog>
  );
}
