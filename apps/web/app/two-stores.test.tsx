import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pageErrorMessages } from '@shop/contracts/layout/messages';
import { NEW_STORE_PROFILE } from '@shop/contracts/settings/constants';
import { use } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test, vi } from 'vitest';
import { useDates } from '#lib/dates.ts';
import { PageError } from '#shop/layout/page-error.tsx';
import { Layout } from './root.tsx';

vi.mock('./app.css?url', () => ({ default: '/app.css' }));

const MOMENT = new Date('2024-03-05T20:05:00Z');

const Time = () => <p>{useDates().dateTime(MOMENT)}</p>;

function LaterTime({ after }: { after: Promise<void> }) {
  use(after);
  return <Time />;
}

/** A page of a store that shows a time before and after it waits. */
function openPage(storeName: string, timeZone: string) {
  let proceed = () => {};
  const waiting = new Promise<void>((resolve) => {
    proceed = resolve;
  });
  const content = () => (
    <Layout>
      <Time />
      <LaterTime after={waiting} />
      <PageError error={null} />
    </Layout>
  );
  const Site = createRoutesStub([
    {
      id: 'root',
      path: '/',
      Component: content,
    },
  ]);
  const store = { ...NEW_STORE_PROFILE, storeName, timeZone };
  const body = new PassThrough();
  const page = renderToPipeableStream(
    <Site hydrationData={{ loaderData: { root: { publicOrigin: 'https://shop.example.com', store } } }} />,
    { onAllReady: () => page.pipe(body) },
  );
  return { proceed, html: text(body) };
}

test('pages of two stores that render at the same time each have their own name and time zone', async () => {
  const glint = openPage('Glint', 'Asia/Kolkata');
  const lustre = openPage('Lustre', 'America/New_York');
  await new Promise(setImmediate);
  glint.proceed();
  lustre.proceed();

  const [first, second] = await Promise.all([glint.html, lustre.html]);

  expect(first).toContain(`<title>${pageErrorMessages.unexpectedTitle} | Glint</title>`);
  expect(first.match(/<p>[^<]*/g)).toEqual(Array(2).fill('<p>Mar 6, 2024, 1:35 AM GMT+5:30'));
  expect(second).toContain(`<title>${pageErrorMessages.unexpectedTitle} | Lustre</title>`);
  expect(second.match(/<p>[^<]*/g)).toEqual(Array(2).fill('<p>Mar 5, 2024, 3:05 PM EST'));
});
