/** The init of a `redirect` or `data` that forwards the API's cookies. Pages set none of their own. */
export const withCookies = <Init extends object>(init: Init, cookies: string[]) => ({
  ...init,
  headers: cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]),
});
