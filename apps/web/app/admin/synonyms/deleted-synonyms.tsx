import { undoMessages } from '@shop/contracts/audit/undo-messages';
import { synonymMessages as texts } from '@shop/contracts/catalog/synonyms/messages';
import { Form } from 'react-router';
import { FormKey } from '#admin/kit/form-key.tsx';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { Notice } from '#ui/notice.tsx';

/** The undo adds the same words again. */
export function DeletedSynonyms({ words }: { words: string }) {
  return (
    <div className="mb-6 flex flex-wrap items-center gap-4 bg-paper">
      <Notice kind="success">{texts.deleted}</Notice>
      <Form method="post" preventScrollReset>
        <FormKey />
        <input type="hidden" name="words" value={words} />
        <IntentButton intent="undo" look="quiet">
          {undoMessages.undo}
        </IntentButton>
      </Form>
    </div>
  );
}
