import type { AuditChange, AuditEntry } from '@shop/contracts/audit/schema';
import { undoMessages } from '@shop/contracts/audit/undo-messages';

/** Changes and characters on the line below the sentence. */
const SHOWN_MAX = 3;
const LINE_MAX = 90;
/** Longer texts are folded. */
const VALUE_MAX = 60;

export const sentenceOf = ({ verb, title }: Pick<AuditEntry, 'verb' | 'title'>) => (title ? `${verb} ${title}` : verb);

const lengthOf = ({ label, before, after }: AuditChange) => label.length + (before ?? '').length + (after ?? '').length;
const isShort = ({ before, after }: AuditChange) =>
  [before, after].every((value) => value === null || (value.length <= VALUE_MAX && !value.includes('\n')));

/** What fits on one line, and the rest. */
export function splitChanges(changes: AuditChange[]) {
  const shown: AuditChange[] = [];
  let length = 0;
  for (const change of changes.filter(isShort)) {
    length += lengthOf(change);
    if (shown.length === SHOWN_MAX || length > LINE_MAX) break;
    shown.push(change);
  }
  return { shown, folded: changes.filter((change) => !shown.includes(change)) };
}

/** One sentence of what an undo restores. */
export function effectOf({ action, changes }: AuditEntry) {
  if (action.endsWith('.create')) return undoMessages.effectOfCreation;
  if (action.endsWith('.delete')) return undoMessages.effectOfDeletion;
  const { shown } = splitChanges(changes);
  // Only lists have no value of their own before the change.
  if (shown.length === 0 || shown.length < changes.length) return undoMessages.effectOfAll;
  return undoMessages.effect(shown.map(({ label, before }) => `${label} ${before ?? undoMessages.noValue}`));
}
