import { listMessages } from '@shop/contracts/admin/list-messages';
import type { StaffRole } from '@shop/contracts/common/permissions';
import { roleLabels } from '@shop/contracts/identity/admin-messages';
import { Ellipsis, Plus } from 'lucide-react';
import { Form, Link, useLocation, useSearchParams } from 'react-router';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { FormKey } from './form-key.tsx';
import { canonicalQuery, viewUrl } from './list-query.ts';
import { ICON_SUMMARY, POPOVER_CHOICE, POPOVER_END } from './popover-classes.ts';

export type ViewTab = {
  id: string;
  name: string;
  query: string;
  builtIn: boolean;
  own: boolean;
  sharedWith: StaffRole[];
  /** Number of rows as text; empty if it is unknown. */
  count: string;
};
export type ListViews = { tabs: ViewTab[]; canSave: boolean; newKey: string };

export const TAB_LINE = 'flex items-stretch border-line border-b px-3 max-tablet:px-1.5';
export const TABS = 'flex min-w-0 overflow-x-auto [scrollbar-width:none]';
export const TAB =
  'relative inline-flex h-[46px] shrink-0 items-center gap-1.5 whitespace-nowrap px-2.5 font-medium text-ink-soft text-small -outline-offset-2 hover:text-ink aria-[current]:font-semibold aria-[current]:text-violet-deep aria-[current]:after:absolute aria-[current]:after:inset-x-2.5 aria-[current]:after:bottom-0 aria-[current]:after:h-0.5 aria-[current]:after:bg-violet';

/**
 * Saved views of the list. The current one has the filters and the sort order of the URL; without any, it is the first.
 * Own views with the same filters as another tab can be edited too, or they could never be deleted.
 */
export function ViewTabs({ tabs, canSave, newKey }: ListViews) {
  const [search] = useSearchParams();
  const query = canonicalQuery(search);
  const isCurrent = (tab: ViewTab) => canonicalQuery(new URLSearchParams(tab.query)) === query;
  const matching = tabs.filter(isCurrent);
  const current = matching[0] ?? (query === '' ? tabs[0] : undefined);
  const saved = tabs.filter(({ builtIn }) => !builtIn);
  return (
    <div className={TAB_LINE}>
      <nav aria-label={listMessages.views} className={TABS}>
        {tabs
          .filter(({ builtIn }) => builtIn)
          .map((tab) => (
            <Tab key={tab.id} {...tab} current={tab === current} />
          ))}
        {saved.length > 0 && <span aria-hidden className="mx-1.5 my-3.5 w-px shrink-0 bg-line" />}
        {saved.map((tab) => (
          <Tab key={tab.id} {...tab} current={tab === current} />
        ))}
      </nav>
      {/* The keys close the forms on navigation and after a change. */}
      {matching
        .filter(({ own }) => own)
        .map((tab) => (
          <EditView key={`${tab.id} ${tab.name} ${tab.sharedWith}`} {...tab} />
        ))}
      {canSave && <SaveView key={query} newKey={newKey} />}
    </div>
  );
}

function Tab({ name, query, count, current }: ViewTab & { current: boolean }) {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  return (
    <Link to={viewUrl(pathname, search, query)} aria-current={current ? 'page' : undefined} className={TAB}>
      <span className="max-w-48 truncate">{name}</span>
      {count && <span className="font-normal text-[13px] text-ink-muted tabular-nums">{count}</span>}
    </Link>
  );
}

/** Owners have one entry. */
const { admin: _, ...ROLES } = roleLabels;

/** Saves the filters and the sort order of the URL, which the form is posted to. */
function SaveView({ newKey }: { newKey: string }) {
  return (
    <details name="list-filter" className="relative my-auto shrink-0">
      <summary aria-label={listMessages.saveView} title={listMessages.saveView} className={ICON_SUMMARY}>
        <Plus aria-hidden className="size-4" strokeWidth={1.75} />
      </summary>
      <Form method="post" className={POPOVER_END}>
        <input type="hidden" name="key" value={newKey} />
        <ViewFields hint={listMessages.saveViewHint} />
        <div className="mt-2 flex justify-end border-line border-t pt-2">
          <IntentButton intent="save-view" look="secondary" compact>
            {listMessages.save}
          </IntentButton>
        </div>
      </Form>
    </details>
  );
}

type EditViewProps = { id: string; name: string; sharedWith: StaffRole[] };

function EditView({ id, name, sharedWith }: EditViewProps) {
  return (
    <details name="list-filter" className="relative my-auto shrink-0">
      <summary aria-label={listMessages.editView(name)} title={listMessages.editView(name)} className={ICON_SUMMARY}>
        <Ellipsis aria-hidden className="size-4" strokeWidth={1.75} />
      </summary>
      <Form method="post" className={POPOVER_END}>
        <input type="hidden" name="viewId" value={id} />
        <FormKey />
        <ViewFields name={name} sharedWith={sharedWith} />
        {/* Enter in the name field submits the first button. */}
        <div className="mt-2 flex flex-row-reverse justify-between gap-2 border-line border-t pt-2">
          <IntentButton intent="update-view" look="secondary" compact>
            {listMessages.updateView}
          </IntentButton>
          <IntentButton intent="delete-view" look="quiet" compact formNoValidate>
            {listMessages.deleteView}
          </IntentButton>
        </div>
      </Form>
    </details>
  );
}

type ViewFieldsProps = { name?: string; sharedWith?: StaffRole[]; hint?: string };

function ViewFields({ name, sharedWith = [], hint }: ViewFieldsProps) {
  return (
    <>
      <TextField
        label={listMessages.viewName}
        hint={hint}
        name="name"
        defaultValue={name}
        maxLength={40}
        required
        className="p-2"
      />
      <fieldset>
        <legend className="px-2 pb-1 font-semibold text-[13px]">{listMessages.viewRoles}</legend>
        {Object.entries(ROLES).map(([role, label]) => (
          <label key={role} className={POPOVER_CHOICE}>
            <input
              type="checkbox"
              name="role"
              value={role}
              defaultChecked={sharedWith.some((shared) => shared === role)}
              className="size-[18px] shrink-0 accent-violet"
            />
            {label}
          </label>
        ))}
      </fieldset>
    </>
  );
}
