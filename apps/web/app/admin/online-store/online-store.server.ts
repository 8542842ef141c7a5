import { adminMessages } from '@shop/contracts/admin/messages';
import type { Operation, Route } from '@shop/contracts/common/operation';
import type { Problem } from '@shop/contracts/common/problem';
import {
  getOnlineStore,
  updateHeroSlides,
  updateHomeBlocks,
  updateMenus,
  updateTestimonials,
} from '@shop/contracts/content/admin-operations';
import { onlineStoreMessages as texts } from '@shop/contracts/content/online-store-messages';
import type { OnlineStore } from '@shop/contracts/content/online-store-schema';
import { data, redirect } from 'react-router';
import type { z } from 'zod';
import { apiFor, type CallResult } from '#lib/api.server.ts';
import { errorMessage } from '#lib/forms/error-message.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { type ListSection, withItem } from './items.ts';

export const ONLINE_STORE = '/admin/online-store';

export const loadOnlineStore = (request: Request) => apiFor(request).read(getOnlineStore);

type ItemList = { version: number; items: unknown[] };
const UPDATES: Record<ListSection, Operation<Route, { body: ItemList }, unknown, OnlineStore>> = {
  blocks: updateHomeBlocks,
  slides: updateHeroSlides,
  testimonials: updateTestimonials,
  menus: updateMenus,
};

/** Fails if the list has changed since `version` was loaded. */
export const saveItems = (request: Request, section: ListSection, version: number, items: object[]) =>
  apiFor(request).submit(UPDATES[section], { version, items });

/** The item to edit; undefined for a new one. An unknown id redirects to the overview. */
export function itemIn<T extends { id: string }>(items: T[], itemId: string) {
  const item = items.find(({ id }) => id === itemId);
  if (!item && itemId !== 'new') throw redirect(ONLINE_STORE);
  return item;
}

type ItemPage = { section: ListSection; itemId: string };

/** The action of a page that edits one item of a list, or adds one: saves or removes it. */
export async function saveItem<Schema extends z.ZodType<object>>(
  request: Request,
  { section, itemId }: ItemPage,
  schema: Schema,
) {
  const form = await formOf(request);
  const version = Number(form.get('version'));
  if (form.get('intent') === 'remove') return removeItem(request, { section, itemId }, version);

  const sent = await sendForm(
    form,
    schema,
    async (fields): Promise<CallResult<OnlineStore>> => {
      const store = await loadOnlineStore(request);
      const changed = withItem(store[section].items, itemId, fields);
      if (!changed) return { ok: false, problem: notFound, cookies: [] };
      const result = await saveItems(request, section, version, changed.items);
      return result.ok ? result : { ...result, problem: problemOfItem(result.problem, changed.place) };
    },
    adminMessages.failed,
  );
  if (sent.ok) throw redirect(`${ONLINE_STORE}?done=saved`);
  return data({ reply: sent.reply, failed: undefined }, { status: sent.status });
}

async function removeItem(request: Request, { section, itemId }: ItemPage, version: number) {
  const store = await loadOnlineStore(request);
  const items: { id: string }[] = store[section].items;
  const result = await saveItems(
    request,
    section,
    version,
    items.filter(({ id }) => id !== itemId),
  );
  if (result.ok) throw redirect(`${ONLINE_STORE}?done=removed`);
  const { problem } = result;
  return data({ reply: undefined, failed: errorMessage(problem, adminMessages.failed) }, { status: problem.status });
}

const notFound: Problem = {
  type: 'about:blank',
  title: 'content_not_found',
  status: 404,
  code: 'content_not_found',
  message: texts.itemNotFound,
  requestId: '',
};

/** Errors of the item get the names of its fields; an error of the whole list becomes the message. */
function problemOfItem(problem: Problem, place: number): Problem {
  const prefix = `items.${place}.`;
  const own = (problem.errors ?? []).filter(({ field }) => field.startsWith(prefix));
  if (own.length > 0)
    return { ...problem, errors: own.map(({ field, message }) => ({ field: field.slice(prefix.length), message })) };
  return { ...problem, message: problem.errors?.[0]?.message ?? problem.message, errors: undefined };
}
