import { RECENTLY_VIEWED_MAX } from '@shop/contracts/catalog/constants';

const STORED_AS = 'recently-viewed';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Ids of the products viewed in this browser, newest first. Without access to the storage there are none. */
export function readViewedIds(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED_AS) ?? '[]');
    const isId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);
    return Array.isArray(stored) ? stored.filter(isId).slice(0, RECENTLY_VIEWED_MAX) : [];
  } catch {
    return [];
  }
}

export function recordView(id: string) {
  const ids = [id, ...readViewedIds().filter((other) => other !== id)].slice(0, RECENTLY_VIEWED_MAX);
  try {
    localStorage.setItem(STORED_AS, JSON.stringify(ids));
  } catch {
    // The browser stores nothing: there is no list.
  }
}

export function clearViews() {
  try {
    localStorage.removeItem(STORED_AS);
  } catch {
    // Nothing is stored.
  }
}
