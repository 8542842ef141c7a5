import { adminMessages } from '@shop/contracts/admin/messages';
import { listAuditEntries, undoAuditEntry } from '@shop/contracts/audit/admin-operations';
import { needsPassword } from '@shop/contracts/audit/constants';
import { auditEntityLabels, auditMessages as texts } from '@shop/contracts/audit/messages';
import type { AuditEntry } from '@shop/contracts/audit/schema';
import { undoMessages } from '@shop/contracts/audit/undo-messages';
import { dryRunOf } from '@shop/contracts/effects/dry-run';
import { ScrollText } from 'lucide-react';
import { useId, useRef } from 'react';
import { data, Form, Link, useLocation, useSearchParams } from 'react-router';
import { redirectAfterAction } from '#admin/kit/admin-action.server.ts';
import { loadAdminList } from '#admin/kit/admin-list.server.ts';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { ChoiceField } from '#admin/kit/choice-field.tsx';
import { confirmationResponse, previewAgain, previewEffects } from '#admin/kit/confirm.server.ts';
import { ConfirmEffects } from '#admin/kit/confirm-effects.tsx';
import { type Confirmation, fieldIn } from '#admin/kit/confirmation.ts';
import { FilterChip, RemoveFilter } from '#admin/kit/filter-chip.tsx';
import { formKeyOf } from '#admin/kit/form-key.tsx';
import { Pager } from '#admin/kit/pager.tsx';
import { CHIP, CHIP_ON } from '#admin/kit/popover-classes.ts';
import { useDetailsClosing } from '#admin/kit/use-details-closing.ts';
import { apiFor } from '#lib/api.server.ts';
import { dayText } from '#lib/format.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { useStoreTimeZone } from '#lib/store-time.ts';
import { classes } from '#ui/classes.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import { TextField } from '#ui/form/field.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import type { ToastResult } from '#ui/toast.tsx';
import type { Route } from './+types/audit-log';
import { effectOf, sentenceOf } from './entry-text.ts';
import { LogList } from './log-list.tsx';

export async function loader({ request, url }: Route.LoaderArgs) {
  const list = await loadAdminList(request, listAuditEntries, url.searchParams);
  return { ...list, now: new Date() };
}

export const action = ({ request, url }: Route.ActionArgs) => undoEntry(request, url);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ failed: adminMessages.failed }));

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.title);

const DONE = { undone: undoMessages.done };

export default function AuditLogPage({ loaderData, actionData }: Route.ComponentProps) {
  const { items, next, errors, now } = loaderData;
  const [search] = useSearchParams();
  const result: UndoResult | undefined = actionData;
  return (
    <AdminPage title={texts.title}>
      <FlashMessage texts={DONE} result={result} />
      <ConfirmUndo entries={items} result={result} />
      <div className="rounded-card border border-line bg-paper pb-1">
        <LogFilters entries={items} errors={errors} />
        {items.length > 0 ? (
          <LogList entries={items} now={now} />
        ) : (
          <EmptyState icon={ScrollText} title={texts.none} action={search.size > 0 ? <ClearFilters /> : undefined}>
            {search.size > 0 ? texts.noneFound : texts.noneYet}
          </EmptyState>
        )}
      </div>
      <Pager next={next} />
    </AdminPage>
  );
}

type UndoResult = ToastResult & { confirmation?: Confirmation; passwordError?: string };

/** The confirmation of a role asks for the owner's password, and again if it is rejected. */
async function undoEntry(request: Request, url: URL) {
  const [api, form] = [apiFor(request), await formOf(request)];
  const text = (name: string) => String(form.get(name) ?? '');
  const params = { id: text('id') };
  const dryRun = () => api.call(dryRunOf(undoAuditEntry), { params, body: {} });
  const preview = await previewEffects(form, dryRun);
  if (preview) return confirmationResponse(preview);

  const password = text('password');
  const result = await api.call(undoAuditEntry, {
    params,
    body: password ? { password } : {},
    key: formKeyOf(form, text('id')),
  });
  if (!result.ok && result.problem.code === 'wrong_password') {
    const again = await previewAgain(form, dryRun);
    const passwordError = result.problem.message;
    if (again?.ok) return data<UndoResult>({ confirmation: again.value, passwordError }, { status: 422 });
  }
  return redirectAfterAction(url, 'undone', result);
}

type ConfirmUndoProps = {
  entries: AuditEntry[];
  result: { confirmation?: Confirmation; passwordError?: string } | undefined;
};

/** What the undo does to other records, and what it restores. */
function ConfirmUndo({ entries, result: { confirmation, passwordError } = {} }: ConfirmUndoProps) {
  const entry = entries.find(({ id }) => id === fieldIn(confirmation, 'id'));
  return (
    <ConfirmEffects
      confirmation={confirmation}
      title={entry ? undoMessages.question(sentenceOf(entry)) : undoMessages.confirm}
      confirm={undoMessages.confirm}
      busyLabel={adminMessages.saving}
      keep={undoMessages.keep}
    >
      {entry && <p className="text-small">{effectOf(entry)}</p>}
      {entry && needsPassword(entry.action) && (
        <PasswordField
          label={undoMessages.password}
          hint={undoMessages.passwordHint}
          error={passwordError}
          name="password"
          autoComplete="current-password"
          required
        />
      )}
    </ConfirmEffects>
  );
}

type LogFiltersProps = { entries: AuditEntry[]; errors: Record<string, string> };

const entityLabels: Record<string, string> = auditEntityLabels;

/** One line of chips; all filters are one form, and in the URL. Applying them starts at the first page. */
function LogFilters({ entries, errors }: LogFiltersProps) {
  const timeZone = useStoreTimeZone();
  const { search } = useLocation();
  const people = useId();
  const form = useRef<HTMLFormElement>(null);
  useDetailsClosing(form);
  const field = useFilterField(errors);
  const filter = new URLSearchParams(search);
  const value = (name: string) => filter.get(name) ?? '';
  const emails = new Set(entries.flatMap(({ actor }) => actor?.email ?? []));
  return (
    <Form
      // Remounts on a new URL: defaults apply only to newly mounted fields.
      key={search}
      ref={form}
      method="get"
      role="search"
      aria-label={texts.filters}
      className="relative flex flex-wrap items-center gap-2 px-4 py-3 tablet:px-5"
    >
      <FilterChip label={texts.who} value={value('who')} names={['who']} open={Boolean(errors.who)}>
        <TextField label={texts.who} hint={texts.whoHint} type="search" list={people} {...field('who')} />
        <datalist id={people}>
          {[...emails].map((email) => (
            <option key={email} value={email} />
          ))}
        </datalist>
      </FilterChip>
      {value('entityId') ? (
        <ThingFilter entity={value('entity')} entityId={value('entityId')} entries={entries} />
      ) : (
        <FilterChip
          label={texts.what}
          value={entityLabels[value('entity')] ?? value('entity')}
          names={['entity']}
          open={Boolean(errors.entity)}
        >
          <ChoiceField label={texts.what} any={texts.allTypes} of={auditEntityLabels} {...field('entity')} />
        </FilterChip>
      )}
      <FilterChip
        label={texts.date}
        value={rangeText(value('from'), value('to'))}
        names={['from', 'to']}
        open={Boolean(errors.from ?? errors.to)}
      >
        <div className="grid gap-3">
          <TextField label={texts.from} type="date" {...field('from')} />
          <TextField label={texts.to} hint={texts.dateHint(timeZone)} type="date" {...field('to')} />
        </div>
      </FilterChip>
    </Form>
  );
}

type ThingFilterProps = { entity: string; entityId: string; entries: AuditEntry[] };

/** All entries are about one record: the type is part of it. */
function ThingFilter({ entity, entityId, entries }: ThingFilterProps) {
  const title = entries.find((entry) => entry.title !== '')?.title ?? texts.oneThingUnknown;
  return (
    <span className="relative inline-block max-w-full">
      <input type="hidden" name="entity" value={entity} />
      <input type="hidden" name="entityId" value={entityId} />
      <span className={classes(CHIP, CHIP_ON, 'max-w-full')}>
        {texts.oneThing} <b className="truncate font-semibold">{title}</b>
      </span>
      <RemoveFilter label={texts.oneThing} names={['entity', 'entityId']} />
    </span>
  );
}

/** Days as typed: one that is no date is shown as it is, beside its error. */
function rangeText(from: string, to: string) {
  const textOf = (day: string) => (Number.isNaN(Date.parse(day)) ? day : dayText(day));
  if (from && to) return texts.between(textOf(from), textOf(to));
  if (from) return texts.since(textOf(from));
  return to && texts.until(textOf(to));
}

/** For an empty list. */
const ClearFilters = () => (
  <Link to="/admin/audit-log" className="font-semibold text-violet underline underline-offset-4">
    {adminMessages.clear}
  </Link>
);

/** The props of a filter field: its name, its value in the URL and its error. */
function useFilterField(errors: Record<string, string>) {
  const [search] = useSearchParams();
  return (name: string) => ({ name, defaultValue: search.get(name) ?? '', error: errors[name] });
}
