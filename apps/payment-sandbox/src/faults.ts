/** Fault injection for tests: in the responses to requests, and in the webhooks sent. */
import { z } from 'zod';
import { freshId } from './entities.ts';
import { ProviderError } from './errors.ts';
import { EVENTS } from './ledger.ts';

const common = {
  /** A route like `POST /v1/orders`, or the name of a webhook event. */
  on: z.string().default('any'),
  /** How often it applies; without it, until cleared. */
  times: z.int().min(1).optional(),
  /** Applies to each nth match only: 2 is every second one. */
  every: z.int().min(1).default(1),
};
const ms = z.int().min(0).max(600_000);
/** `of`: applies only to requests with this `:id` in the URL. */
const request = { ...common, of: z.string().optional() };

export const RequestFault = z.discriminatedUnion('do', [
  z.strictObject({ ...request, do: z.literal('latency'), ms }),
  z.strictObject({ ...request, do: z.literal('hang') }),
  z.strictObject({ ...request, do: z.literal('status'), status: z.int().min(400).max(599) }),
  z.strictObject({ ...request, do: z.literal('reset') }),
  z.strictObject({ ...request, do: z.literal('bad-json') }),
  z.strictObject({ ...request, do: z.literal('lose-response') }),
]);
export type RequestFault = z.infer<typeof RequestFault>;

export const WebhookFault = z.discriminatedUnion('do', [
  z.strictObject({
    ...common,
    do: z.literal('duplicate'),
    copies: z.int().min(2).max(1_000),
    newIds: z.boolean().default(false),
  }),
  /** Buffers `times` webhooks, then sends them in reverse order. */
  z.strictObject({ ...common, do: z.literal('reorder'), times: z.int().min(2) }),
  z.strictObject({ ...common, do: z.literal('delay'), ms }),
  z.strictObject({ ...common, do: z.literal('drop') }),
  z.strictObject({ ...common, do: z.literal('tamper') }),
]);
export type WebhookFault = z.infer<typeof WebhookFault>;

type Common = { on: string; of?: string; times?: number; every: number };
export type Active<F> = F & { id: string; matched: number; remaining?: number };

/** Faults of one kind. Rejects one that can never match, as the test that set it would prove nothing. */
export function faultList<F extends Common>(targets: readonly string[]) {
  const active: Active<F>[] = [];
  const remove = (fault: Active<F>) => active.splice(active.indexOf(fault), 1);

  return {
    active,
    set(fault: F) {
      if (fault.on !== 'any' && !targets.includes(fault.on))
        throw new ProviderError(`on must be any, or one of: ${targets.join(', ')}`, { field: 'on' });
      const set: Active<F> = { ...fault, id: freshId(), matched: 0, remaining: fault.times };
      active.push(set);
      return set;
    },
    /** The faults that apply to this call; removes those used up. */
    strike(target: string, id?: string) {
      const matched = active.filter(({ on, of = id }) => (on === target || on === 'any') && of === id);
      const struck = matched.filter((fault) => ++fault.matched % fault.every === 0);
      for (const fault of struck) if (fault.remaining !== undefined && --fault.remaining === 0) remove(fault);
      return struck;
    },
    clear(id?: string) {
      for (const fault of [...active]) if (id === undefined || fault.id === id) remove(fault);
    },
  };
}
export type Faults<F extends Common> = ReturnType<typeof faultList<F>>;

export const webhookFaults = () => faultList<WebhookFault>(EVENTS);
