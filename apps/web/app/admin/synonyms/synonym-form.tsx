import { synonymMessages as texts } from '@shop/contracts/catalog/synonyms/messages';
import type { SynonymGroup } from '@shop/contracts/catalog/synonyms/schema';
import { Form } from 'react-router';
import { Panel } from '#admin/kit/admin-page.tsx';
import { FormKey } from '#admin/kit/form-key.tsx';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { TextField } from '#ui/form/field.tsx';

type SynonymFormProps = {
  /** Undefined for a new group. */
  group?: SynonymGroup;
  words: string;
  error?: string;
};

export function SynonymForm({ group, words, error }: SynonymFormProps) {
  return (
    <Panel title={group ? texts.editGroup : texts.newGroup} className="mb-6">
      <Form method="post" preventScrollReset>
        <FormKey />
        {group && <input type="hidden" name="id" value={group.id} />}
        <TextField
          name="words"
          label={texts.words}
          hint={texts.wordsHint}
          error={error}
          required
          defaultValue={words}
          autoComplete="off"
          spellCheck={false}
        />
        <div className="mt-4 flex flex-wrap gap-3">
          <IntentButton intent={group ? 'save' : 'create'} busyLabel={group ? texts.saving : texts.adding}>
            {group ? texts.save : texts.add}
          </IntentButton>
          {group && (
            <ButtonLink look="quiet" to="/admin/synonyms">
              {texts.cancel}
            </ButtonLink>
          )}
        </div>
      </Form>
    </Panel>
  );
}
