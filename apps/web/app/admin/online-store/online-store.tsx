import { MENUS } from '@shop/contracts/content/home-constants';
import {
  blockKindLabels,
  menuLabels,
  onlineStoreMessages as texts,
} from '@shop/contracts/content/online-store-messages';
import type { OnlineStore } from '@shop/contracts/content/online-store-schema';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { MouseEvent } from 'react';
import { data, Form } from 'react-router';
import { redirectAfterAction } from '#admin/kit/admin-action.server.ts';
import { AdminPage, Panel } from '#admin/kit/admin-page.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { readForm } from '#lib/forms/form.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Notice } from '#ui/notice.tsx';
import { TextLink } from '#ui/text-link.tsx';
import type { Route } from './+types/online-store';
import { isListSection, type ListSection, type MaybeLink, moveItem, showBlock } from './items.ts';
import { loadOnlineStore, saveItems } from './online-store.server.ts';

export async function loader({ request }: Route.LoaderArgs) {
  const store = await loadOnlineStore(request);
  return { store, announcementStatus: statusOf(store.announcement, new Date().toISOString()) };
}

/** Whether the announcement is shown now. ISO times of one format compare as texts. */
function statusOf({ enabled, startsAt, endsAt }: OnlineStore['announcement'], now: string) {
  if (!enabled) return texts.announcementOff;
  if (endsAt && endsAt <= now) return texts.announcementEnded;
  return startsAt && startsAt > now ? texts.announcementScheduled : texts.announcementShown;
}

const INTENTS = ['up', 'down', 'show', 'hide'];

export async function action({ request, url }: Route.ActionArgs) {
  const text = await readForm(request);
  const [section, id, intent] = [text('section'), text('id'), text('intent')];
  if (!isListSection(section) || !INTENTS.includes(intent)) throw data(null, { status: 400 });
  const store = await loadOnlineStore(request);
  const items =
    intent === 'up' || intent === 'down'
      ? moveItem<MaybeLink>(store[section].items, id, intent === 'up' ? -1 : 1)
      : showBlock(store.blocks.items, id, intent === 'show');
  const list = intent === 'up' || intent === 'down' ? section : 'blocks';
  return redirectAfterAction(url, 'saved', await saveItems(request, list, Number(text('version')), items));
}

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.title);

const DONE = { saved: texts.saved, removed: texts.removed };

export default function OnlineStorePage({ loaderData, actionData }: Route.ComponentProps) {
  const { blocks, slides, testimonials, menus, announcement } = loaderData.store;
  const canWrite = useCan()('content.write');
  return (
    <AdminPage
      title={texts.title}
      actions={
        <ButtonLink to="/" look="quiet">
          {texts.viewStore}
        </ButtonLink>
      }
    >
      <FlashMessage texts={DONE} result={actionData} />
      <div className="grid gap-6">
        {!canWrite && <Notice kind="info">{texts.readOnly}</Notice>}
        <Panel title={texts.homePage}>
          <p className="mb-4 text-ink-muted text-small">{texts.homePageHint}</p>
          <ItemRows
            section="blocks"
            version={blocks.version}
            none={texts.noBlocks}
            rows={blocks.items.map(({ id, kind, heading, enabled }) => ({
              id,
              enabled,
              name: heading || blockKindLabels[kind],
              detail: heading ? blockKindLabels[kind] : undefined,
            }))}
          />
          <AddLink to="/admin/online-store/blocks/new" label={texts.addBlock} />
        </Panel>
        <Panel title={texts.slides}>
          <ItemRows
            section="slides"
            version={slides.version}
            none={texts.noSlides}
            rows={slides.items.map(({ id, title, href }) => ({ id, name: title, detail: href }))}
          />
          <AddLink to="/admin/online-store/slides/new" label={texts.addSlide} />
        </Panel>
        <Panel title={texts.testimonials}>
          <ItemRows
            section="testimonials"
            version={testimonials.version}
            none={texts.noTestimonials}
            rows={testimonials.items.map(({ id, name, quote }) => ({ id, name, detail: quote }))}
          />
          <AddLink to="/admin/online-store/testimonials/new" label={texts.addTestimonial} />
        </Panel>
        <Panel title={texts.announcement}>
          <p className="text-small wrap-anywhere">
            <span className="font-semibold">{loaderData.announcementStatus}</span>
            <span className="block text-ink-muted">{announcement.text || texts.noAnnouncement}</span>
          </p>
          <AddLink to="/admin/online-store/announcement" label={texts.editAnnouncement} />
        </Panel>
        <Panel title={texts.menus}>
          {MENUS.map((name) => (
            <div key={name} className="mb-6 last:mb-0">
              <h3 className="mb-2 font-semibold text-small">{menuLabels[name]}</h3>
              <ItemRows
                section="menus"
                version={menus.version}
                none={texts.noLinks}
                rows={menus.items
                  .filter(({ menu }) => menu === name)
                  .map(({ id, label, href, column }) => ({
                    id,
                    name: label,
                    detail: column ? `${column} · ${href}` : href,
                  }))}
              />
              <AddLink to={`/admin/online-store/menus/new?menu=${name}`} label={texts.addLink(menuLabels[name])} />
            </div>
          ))}
        </Panel>
      </div>
    </AdminPage>
  );
}

function AddLink({ to, label }: { to: string; label: string }) {
  const canWrite = useCan()('content.write');
  if (!canWrite) return null;
  return (
    <ButtonLink to={to} look="secondary" compact className="mt-4">
      {label}
    </ButtonLink>
  );
}

type Row = {
  id: string;
  name: string;
  detail?: string;
  /** Only of blocks, which can be hidden. */
  enabled?: boolean;
};
type ItemRowsProps = { section: ListSection; version: number; rows: Row[]; none: string };

/** A list in its order, with links to edit its items and buttons to move and hide them. */
function ItemRows({ section, version, rows, none }: ItemRowsProps) {
  const canWrite = useCan()('content.write');
  if (rows.length === 0) return <p className="text-ink-muted text-small">{none}</p>;
  return (
    <ol>
      {rows.map((row, place) => (
        <li
          key={row.id}
          className="flex flex-wrap items-center justify-between gap-x-4 border-line border-b py-1 first:border-t"
        >
          <span className="min-w-0 py-2 text-small wrap-anywhere">
            <span className="font-semibold">{row.name}</span>
            {row.enabled === false && (
              <>
                {' '}
                <Badge tone="other">{texts.hidden}</Badge>
              </>
            )}
            {row.detail && <span className="block text-ink-muted">{row.detail}</span>}
          </span>
          {canWrite && (
            <Actions
              section={section}
              version={version}
              row={row}
              isFirst={place === 0}
              isLast={place === rows.length - 1}
            />
          )}
        </li>
      ))}
    </ol>
  );
}

type ActionsProps = { section: ListSection; version: number; row: Row; isFirst: boolean; isLast: boolean };

/** Not `disabled`: the button keeps the focus when its item arrives at the edge. */
const edge = (isAtEdge: boolean) => ({
  'aria-disabled': isAtEdge,
  onClick: (event: MouseEvent) => isAtEdge && event.preventDefault(),
  className: 'aria-disabled:opacity-40',
});

function Actions({ section, version, row: { id, name, enabled }, isFirst, isLast }: ActionsProps) {
  return (
    <Form method="post" action="?" preventScrollReset className="flex flex-wrap items-center gap-1">
      <input type="hidden" name="section" value={section} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="id" value={id} />
      <IconButton type="submit" name="intent" value="up" icon={ArrowUp} label={texts.moveUp(name)} {...edge(isFirst)} />
      <IconButton
        type="submit"
        name="intent"
        value="down"
        icon={ArrowDown}
        label={texts.moveDown(name)}
        {...edge(isLast)}
      />
      {enabled !== undefined && (
        <Button
          type="submit"
          name="intent"
          value={enabled ? 'hide' : 'show'}
          look="quiet"
          compact
          aria-label={enabled ? texts.hideOf(name) : texts.showOf(name)}
        >
          {enabled ? texts.hide : texts.show}
        </Button>
      )}
      <TextLink to={`/admin/online-store/${section}/${id}`} aria-label={texts.editOf(name)} className="px-2">
        {texts.edit}
      </TextLink>
    </Form>
  );
}
