import { flushSync } from 'react-dom';

/**
 * Keeps what is typed while the scripts load. React sets a filled text area back when it hydrates it, and a controlled
 * field at its next update. So the values are remembered until the page is hydrated, and then entered again, as if that
 * was when they were typed.
 */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
const isBox = (field: Field): field is HTMLInputElement => /^(checkbox|radio)$/.test(field.type);

const initialIndex = ({ options }: HTMLSelectElement) =>
  Math.max(
    0,
    [...options].findIndex(({ defaultSelected }) => defaultSelected),
  );

function isEdited(field: Field) {
  if (field instanceof HTMLSelectElement) return field.selectedIndex !== initialIndex(field);
  return isBox(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

const early = new Map<Field, string | boolean>();

function remember(field: Field) {
  // The browser keeps chosen files, and no user edits a hidden field.
  if (/^(file|hidden)$/.test(field.type)) return;
  early.set(field, isBox(field) ? field.checked : field.value);
}
const onInput = ({ target }: Event) => isField(target) && remember(target);

if (!import.meta.env.SSR) {
  for (const field of document.querySelectorAll<Field>('input, textarea, select')) if (isEdited(field)) remember(field);
  document.addEventListener('input', onInput, true);
}

/** To be called once the page is hydrated. Each field is entered by itself, and left, as users do. */
export function restoreEarlyInput() {
  // React does not flush within an effect.
  queueMicrotask(() => {
    document.removeEventListener('input', onInput, true);
    for (const [field, value] of [...early].filter(([{ isConnected }]) => isConnected)) {
      flushSync(() => enter(field, value));
      if (field !== document.activeElement)
        flushSync(() => field.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
    }
    early.clear();
  });
}

function enter(field: Field, value: string | boolean) {
  if (typeof value === 'boolean') {
    // Back to the state that React knows, so that it sees the click as a change. The other radios of a group follow.
    if (field instanceof HTMLInputElement && (value || field.type === 'checkbox')) {
      field.checked = !value;
      field.click();
    }
    return;
  }
  const { activeElement } = document;
  const caret = field === activeElement && !(field instanceof HTMLSelectElement) ? field.selectionStart : null;
  // React watches the property of the field itself: set through its prototype, the value is new to it.
  if (!(field instanceof HTMLSelectElement)) field.value = field.defaultValue;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  if (caret !== null && !(field instanceof HTMLSelectElement)) field.setSelectionRange(caret, caret);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}
