/** The init of a `redirect` or `data` that sets cookies: the API's, which it forwards, an order link or the chosen country. */
export const withCookies = <Init extends object>(init: Init, cookies: string[]) => ({
  ...init,
  headers: cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]),
});
