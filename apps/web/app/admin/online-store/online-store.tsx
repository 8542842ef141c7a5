import { MENUS } from '@shop/contracts/content/home-constants';
import {
  blockKindLabels,
  menuLabels,
  onlineStoreMessages as texts,
} from '@shop/contracts/content/online-store-messages';
import type { OnlineStore } from '@shop/contracts/content/online-store-schema';
import { data } from 'react-router';
import { redirectAfterAction } from '#admin/kit/admin-action.server.ts';
import { AdminPage, Panel } from '#admin/kit/admin-page.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { readForm } from '#lib/forms/form.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { ButtonLink } from '#ui/button.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/online-store';
import { ItemRows } from './item-rows.tsx';
import { isListSection, type MaybeLink, moveItem, showBlock } from './items.ts';
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
