import { synonymMessages as texts } from '@shop/contracts/catalog/synonyms/messages';
import type { SynonymGroup } from '@shop/contracts/catalog/synonyms/schema';
import { Form } from 'react-router';
import { FormKey } from '#admin/kit/form-key.tsx';
import type { ListColumn } from '#admin/kit/list-table.tsx';
import { CellLink, RowButton } from '#admin/kit/row-link.tsx';

export const SYNONYM_CARD =
  'max-tablet:grid max-tablet:grid-cols-[minmax(0,1fr)_auto] max-tablet:items-center max-tablet:gap-x-3';

const WORDS: ListColumn<SynonymGroup> = {
  key: 'words',
  label: texts.words,
  cell: ({ words }) => <span className="wrap-anywhere line-clamp-2">{words.join(', ')}</span>,
};
const ACTIONS: ListColumn<SynonymGroup> = {
  key: 'actions',
  label: texts.actions,
  hideLabel: true,
  className: 'tablet:w-44',
  cell: ({ id, words }) => (
    <Form method="post" action="/admin/synonyms" preventScrollReset className="flex items-center justify-end gap-4">
      <FormKey />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="words" value={words.join(', ')} />
      <CellLink
        to={`/admin/synonyms?edit=${id}`}
        aria-label={texts.edit(words.join(', '))}
        className="inline-flex min-h-8 items-center text-[13px] text-violet max-tablet:min-h-11"
      >
        {texts.editAction}
      </CellLink>
      <RowButton name="intent" value="delete" aria-label={texts.deleteNamed(words.join(', '))}>
        {texts.delete}
      </RowButton>
    </Form>
  ),
};

export const synonymColumns = (canWrite: boolean) => (canWrite ? [WORDS, ACTIONS] : [WORDS]);
