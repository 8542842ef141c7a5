import { adminMessages } from '@shop/contracts/admin/messages';
import { undoMessages } from '@shop/contracts/audit/undo-messages';
import { splitSynonyms } from '@shop/contracts/catalog/synonyms/constants';
import { synonymMessages as texts } from '@shop/contracts/catalog/synonyms/messages';
import {
  createSynonyms,
  deleteSynonyms,
  listSynonyms,
  saveSynonyms,
} from '@shop/contracts/catalog/synonyms/operations';
import { SynonymWords } from '@shop/contracts/catalog/synonyms/schema';
import { ArrowLeftRight } from 'lucide-react';
import { data } from 'react-router';
import { OrganizeTabs } from '#admin/collections/organize-tabs.tsx';
import { redirectAfterAction } from '#admin/kit/admin-action.server.ts';
import { AdminList } from '#admin/kit/admin-list.tsx';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { formKeyOf } from '#admin/kit/form-key.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { apiFor } from '#lib/api.server.ts';
import { failedResponse, formOf } from '#lib/forms/form.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { Route } from './+types/synonyms';
import { DeletedSynonyms } from './deleted-synonyms.tsx';
import { SYNONYM_CARD, synonymColumns } from './synonym-columns.tsx';
import { SynonymForm } from './synonym-form.tsx';

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
