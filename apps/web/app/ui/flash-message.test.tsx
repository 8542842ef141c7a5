// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { renderToString } from 'react-dom/server';
import { createRoutesStub, Form, Link, MemoryRouter } from 'react-router';
import { afterEach, describe, expect, test } from 'vitest';
import { FlashMessage } from './flash-message.tsx';
import { Toasts } from './toast.tsx';

const TEXTS = { saved: 'It is saved.', inbox: 'Check your email.' };

function Page({ actionData }: { actionData?: { failed?: string } }) {
  return (
    <>
      <FlashMessage texts={TEXTS} result={actionData} />
      <Link to="?done=saved&redirect=checkout">Save</Link>
      <Toasts />
    </>
  );
}

function PageWithForm(props: ComponentProps<typeof Page>) {
  return (
    <>
      <Page {...props} />
      <Form method="post">
        <button type="submit">Fail</button>
      </Form>
    </>
  );
}

const Site = createRoutesStub([{ path: '/', Component: PageWithForm, action: () => ({ failed: 'It failed.' }) }]);
const notices = () => screen.getAllByRole('listitem').map((notice) => notice.textContent);

afterEach(async () => {
  for (const button of screen.queryAllByRole('button', { name: /Dismiss/ })) fireEvent.click(button);
  cleanup();
});

describe('with JavaScript', () => {
  test('shows a toast for each `done` code and removes the codes from the URL', async () => {
    window.history.replaceState({ existing: 1 }, '', '/?done=saved');
    render(<Site initialEntries={['/?done=saved&done=inbox']} />);

    expect(await screen.findByText('Check your email.')).toBeDefined();
    expect(notices()).toEqual(['It is saved.', 'Check your email.']);
    expect(window.location.search).toBe('');
    expect(window.history.state).toEqual({ existing: 1 });
  });

  test('shows a repeated result again, as a single toast', async () => {
    render(<Site initialEntries={['/']} />);

    for (const _ of [1, 2]) await act(async () => fireEvent.click(screen.getByText('Save')));

    expect(notices()).toEqual(['It is saved.']);
    expect(window.location.search).toBe('?redirect=checkout');
  });

  test('ignores unknown `done` codes', async () => {
    render(<Site initialEntries={['/?done=constructor&done=hello&done=saved']} />);

    expect(await screen.findByText('It is saved.')).toBeDefined();
    expect(notices()).toEqual(['It is saved.']);
  });

  test('shows a failure as an error toast', async () => {
    render(<Site initialEntries={['/']} />);

    await act(async () => fireEvent.click(screen.getByText('Fail')));

    expect((await screen.findByRole('alert')).textContent).toBe('It failed.');
  });

  test('shows a failure without the success of the action before it', async () => {
    render(<Site initialEntries={['/?done=saved']} />);
    fireEvent.click(await screen.findByRole('button', { name: /Dismiss/ }));

    await act(async () => fireEvent.click(screen.getByText('Fail')));

    expect(notices()).toEqual(['It failed.']);
  });
});

describe('hydration', () => {
  const element = (url: string) => (
    <MemoryRouter initialEntries={[url]}>
      <Page />
    </MemoryRouter>
  );
  function hydrate(url: string) {
    const container = document.body.appendChild(document.createElement('div'));
    container.innerHTML = renderToString(element(url));
    render(element(url), { container, hydrate: true });
  }

  test('leaves a message of the server in the page, so that nothing moves under the pointer', async () => {
    hydrate('/?done=saved');
    await act(async () => {});

    expect(screen.getByRole('status').textContent).toBe('It is saved.');
    expect(screen.queryAllByRole('listitem')).toEqual([]);
  });

  test('shows the message of the next page as a toast instead', async () => {
    hydrate('/?done=inbox');
    await act(async () => fireEvent.click(screen.getByText('Save')));

    expect(notices()).toEqual(['It is saved.']);
    expect(screen.queryByText('Check your email.')).toBeNull();
  });
});

describe('without JavaScript', () => {
  const html = (url: string, result?: ComponentProps<typeof FlashMessage>['result']) =>
    renderToString(
      <MemoryRouter initialEntries={[url]}>
        <FlashMessage texts={TEXTS} result={result} />
      </MemoryRouter>,
    );

  test('the page itself shows the success', () => {
    expect(html('/?done=saved')).toMatch(/role="status".*It is saved\./);
  });

  test('the page itself shows a failure, and no older success', () => {
    expect(html('/?done=saved', { failed: 'It failed.' })).toMatch(/role="alert".*It failed\./);
    expect(html('/?done=saved', { failed: 'It failed.' })).not.toContain('It is saved.');
  });

  test('the page itself shows the toasts of a result', () => {
    expect(html('/', { toasts: [{ kind: 'success', text: 'It is undone.' }] })).toMatch(/role="status".*undone\./);
  });
});
