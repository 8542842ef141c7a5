import { adminMessages } from '@shop/contracts/admin/messages';
import { undoMessages } from '@shop/contracts/audit/undo-messages';
import { splitSynonyms } from '@shop/contracts/catalog/synonym-constants';
import { synonymMessages as texts } from '@shop/contracts/catalog/synonym-messages';
import { createSynonyms, deleteSynonyms, listSynonyms, saveSynonyms } from '@shop/contracts/catalog/synonym-operations';
import { type SynonymGroup, SynonymWords } from '@shop/contracts/catalog/synonym-schema';
import { ArrowLeftRight } from 'lucide-react';
import { data, Form } from 'react-router';
import { OrganizeTabs } from '#admin/collections/organize-tabs.tsx';
import { redirectAfterAction } from '#admin/kit/admin-action.server.ts';
import { AdminList } from '#admin/kit/admin-list.tsx';
import { AdminPage, Panel } from '#admin/kit/admin-page.tsx';
import { FormKey, formKeyOf } from '#admin/kit/form-key.tsx';
import type { ListColumn } from '#admin/kit/list-table.tsx';
import { CellLink, RowButton } from '#admin/kit/row-link.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { apiFor } from '#lib/api.server.ts';
import { failedResponse, formOf } from '#lib/forms/form.server.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { unlistedMeta } from '#lib/page-title.ts';
import { ButtonLink } from '#ui/button.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import { TextField } from '#ui/form/field.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/synonyms';

/** `?words=` fills the form for a new group, `?edit=` opens that of a group. */
export async function loader({ request, url }: Route.LoaderArgs) {
  const groups = await apiFor(request).read(listSynonyms);
  return {
    groups,
    edited: groups.find(({ id }) => id === url.searchParams.get('edit')),
    words: splitSynonyms(url.searchParams.get('words') ?? '').join(', '),
  };
}

export async function action({ request, url }: Route.ActionArgs) {
  const [api, form] = [apiFor(request), await formOf(request)];
  const field = (name: string) => String(form.get(name) ?? '');
  const [intent, id, typed] = [field('intent'), field('id'), field('words')];
  const list = new URL(url.pathname, url);
  if (intent === 'delete') {
    const result = await api.call(deleteSynonyms, { params: { id }, key: formKeyOf(form, id) });
    return result.ok ? { deleted: typed } : failedResponse(result.problem, adminMessages.failed);
  }

  const parsed = SynonymWords.safeParse({ words: splitSynonyms(typed) });
  if (!parsed.success) return data({ error: parsed.error.issues[0]?.message, typed }, { status: 422 });
  const result =
    intent === 'save'
      ? await api.call(saveSynonyms, { params: { id }, body: parsed.data })
      : await api.call(createSynonyms, { body: parsed.data, key: formKeyOf(form, typed) });
  if (!result.ok && result.problem.status === 422) return data({ error: texts.tooFew, typed }, { status: 422 });
  if (!result.ok) return failedResponse(result.problem, intent === 'save' ? texts.saveFailed : texts.createFailed);
  return redirectAfterAction(list, DONE_CODES[intent] ?? 'created', result);
}

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.title);

const DONE = { created: texts.created, saved: texts.saved, undone: undoMessages.done };
/** By intent. */
const DONE_CODES: Record<string, keyof typeof DONE> = { create: 'created', save: 'saved', undo: 'undone' };

export default function SynonymsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { groups, edited, words } = loaderData;
  const result: { failed?: string; error?: string; typed?: string; deleted?: string } | undefined = actionData;
  const canWrite = useCan()('products.write');
  return (
    <AdminPage title={texts.title}>
      <FlashMessage texts={DONE} result={result?.failed ? { failed: result.failed } : undefined} />
      {result?.deleted && <DeletedSynonyms words={result.deleted} />}
      <p className="mb-6 max-w-[68ch] text-ink-soft">{texts.intro}</p>
      {canWrite && (
        <SynonymForm
          key={`${edited?.id} ${words} ${groups.length}`}
          group={edited}
          words={result?.typed ?? edited?.words.join(', ') ?? words}
          error={result?.error}
        />
      )}
      <AdminList
        label={texts.title}
        caption={texts.title}
        tabs={<OrganizeTabs />}
        columns={synonymColumns(canWrite)}
        card={SYNONYM_CARD}
        rows={groups}
        keyOf={({ id }) => id}
        keys="none"
        next={undefined}
        empty={{ icon: ArrowLeftRight, title: texts.none, hint: texts.noneHint }}
      />
    </AdminPage>
  );
}

/** The undo adds the same words again. */
function DeletedSynonyms({ words }: { words: string }) {
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

type SynonymFormProps = {
  /** Undefined for a new group. */
  group?: SynonymGroup;
  words: string;
  error?: string;
};

function SynonymForm({ group, words, error }: SynonymFormProps) {
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

const SYNONYM_CARD =
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

const synonymColumns = (canWrite: boolean) => (canWrite ? [WORDS, ACTIONS] : [WORDS]);
