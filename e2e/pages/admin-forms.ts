/** The forms of a page as a browser without JavaScript sends them: one entry for each submit button. */
import type { Page } from '@playwright/test';

export type PlainForm = {
  /** As in the HTML: undefined posts to the URL of the page. */
  action: string | undefined;
  /** Sent as multipart, with a file. */
  isUpload: boolean;
  /** Without the button. */
  fields: [name: string, value: string][];
  button: [name: string, value: string] | undefined;
};

/** Reads the POST forms of a response. Empty required fields get an example value of their type. */
export const readForms = (page: Page, html: string, password: string): Promise<PlainForm[]> =>
  page.evaluate(
    ([source, ownPassword]) => {
      const unique = Math.random().toString(36).slice(2, 10);
      const examples: Record<string, string> = {
        email: `twice-${unique}@example.com`,
        number: '1',
        password: ownPassword,
        url: 'https://example.com/',
        'datetime-local': '2099-01-01T10:00',
        date: '2099-01-01',
      };
      // As in a browser without JavaScript: the document runs no scripts.
      const doc = new DOMParser().parseFromString(source, 'text/html');
      return [...doc.forms]
        .filter(({ method }) => method === 'post')
        .flatMap((form): PlainForm[] => {
          const controls = [...form.elements];
          for (const control of controls) {
            if (control instanceof HTMLTextAreaElement && control.required && control.value === '')
              control.value = `Example ${unique}`;
            if (!(control instanceof HTMLInputElement)) continue;
            if (control.required && control.value === '' && control.type !== 'file')
              control.value = examples[control.type] ?? `Example ${unique}`;
          }
          // The rows that a form outside the table acts on: the first one is selected.
          const row = controls.find(
            (control): control is HTMLInputElement =>
              control instanceof HTMLInputElement && control.type === 'checkbox' && !form.contains(control),
          );
          if (row) row.checked = true;

          const fields = [...new FormData(form)].map(([name, value]): [string, string] => [
            name,
            typeof value === 'string' ? value.replace(/\r?\n/g, '\r\n') : value.name,
          ]);
          const found = {
            action: form.getAttribute('action') ?? undefined,
            isUpload: form.enctype === 'multipart/form-data',
            fields,
          };
          const buttons = controls.filter(
            (control): control is HTMLButtonElement =>
              control instanceof HTMLButtonElement &&
              control.type === 'submit' &&
              !control.matches(':disabled') &&
              control.getAttribute('aria-disabled') !== 'true' &&
              control.getAttribute('formmethod') !== 'get',
          );
          return (buttons.length > 0 ? buttons : [undefined]).map((button) => ({
            ...found,
            button: button?.name ? [button.name, button.value] : undefined,
          }));
        });
    },
    [html, password] as const,
  );

/** Forms of the same kind, such as one for each row of a list, have the same one. */
export const kindOf = ({ action, fields, button }: PlainForm) =>
  JSON.stringify([action?.split('?')[0], [...new Set(fields.map(([name]) => name))], button])
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
    .replace(/\d+/g, '0');

export const bodyOf = ({ fields, button }: PlainForm) =>
  new URLSearchParams(button ? [...fields, button] : fields).toString();

export const fieldOf = ({ fields, button }: PlainForm, name: string) =>
  [...fields, ...(button ? [button] : [])].find(([field]) => field === name)?.[1];
