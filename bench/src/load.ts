import { LAST_WRITE_COOKIE } from '@shop/contracts/common/constants';
import autocannon from 'autocannon';
import type { Work } from './interleave.ts';

const SECONDS = 4;
/** Different requests of a connection: more than it sends while a response may be cached. */
const PREPARED = 500;

/** Of all measurements, so that none repeats what another has asked. */
let visitor = 0;

type Load = {
  headers?: { cookie?: string; 'accept-encoding'?: string };
  /** No response may come from a cache: every request is of a visitor who has just written something else. */
  uncached?: boolean;
  connections?: number;
  /** Number of requests; without it, as many as are answered in four seconds. */
  requests?: number;
};

/** Requests these paths in turn. */
export async function requestPaths(
  url: string,
  paths: string[],
  { headers = {}, uncached = false, connections = 32, requests }: Load,
): Promise<Work> {
  const nextRequest = () => {
    visitor += 1;
    const cookies = [headers.cookie, uncached && `${LAST_WRITE_COOKIE}=${visitor}`].filter(Boolean);
    return {
      path: paths[visitor % paths.length],
      headers: { ...headers, ...(cookies.length > 0 && { cookie: cookies.join('; ') }) },
    };
  };
  const result = await autocannon({
    url,
    connections: Math.min(connections, requests ?? connections),
    ...(requests ? { amount: requests, sampleInt: 10 } : { duration: SECONDS }),
    setupClient: (client) =>
      client.setRequests(Array.from({ length: uncached ? PREPARED : paths.length }, nextRequest)),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}${paths[0]}: ${result.non2xx} rejected, ${result.errors} failed`);
  return { count: result.requests.total, seconds: result.duration };
}
