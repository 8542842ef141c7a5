import { AsyncLocalStorage } from 'node:async_hooks';
import { LAST_WRITE_COOKIE } from '@shop/contracts/common/constants';
import type { MiddlewareFunction } from 'react-router';

/** The API's cookie for the last write that an action of this page request made. */
const lastWrites = new AsyncLocalStorage<{ setCookie?: string }>();

/** Keeps it for the reads of the loaders that follow, and for the response. */
export function keepLastWrite(cookies: string[]) {
  const visit = lastWrites.getStore();
  const setCookie = cookies.find((cookie) => cookie.startsWith(`${LAST_WRITE_COOKIE}=`));
  if (visit && setCookie) visit.setCookie = setCookie;
}

/** The headers of a read. The API reads the first of two cookies with the same name. */
export function withLastWrite(headers: Headers) {
  const [cookie] = lastWrites.getStore()?.setCookie?.split(';') ?? [];
  if (!cookie) return headers;
  const others = headers.get('cookie');
  const withCookie = new Headers(headers);
  withCookie.set('cookie', others ? `${cookie}; ${others}` : cookie);
  return withCookie;
}

/** Sends it to the browser, so that the next page is not read from a replica without the write. */
export const forwardLastWrite: MiddlewareFunction<Response> = (_visit, next) =>
  lastWrites.run({}, async () => {
    const response = await next();
    const setCookie = lastWrites.getStore()?.setCookie;
    if (setCookie && !response.headers.getSetCookie().includes(setCookie))
      response.headers.append('Set-Cookie', setCookie);
    return response;
  });
