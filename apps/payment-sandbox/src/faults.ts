/** What a test may ask the sandbox to do wrong: at its doors, and with the messages it sends. */
import { z } from 'zod';
import { freshId } from './entities.ts';
import { ProviderError } from './errors.ts';
import { EVENTS } from './ledger.ts';

const common = {
  /** A route like `POST /v1/orders`, or the name of a message. */
  on: z.string().default('any'),
  /** How often it strikes; until cleared when not said. */
  times: z.int().min(1).optional(),
  /** Strikes each nth only: 2 lets every second one fail. */
  every: z.int().min(1).default(1),
};
const ms = z.int().min(0).max(600_000);

export const RequestFault = z.discriminatedUnion('do', [
  z.strictObject({ ...common, do: z.literal('latency'), ms }),
  z.strictObject({ ...common, do: z.literal('hang') }),
  z.strictObject({ ...common, do: z.literal('status'), status: z.int().min(400).max(599) }),
  z.strictObject({ ...common, do: z.literal('reset') }),
  z.strictObject({ ...common, do: z.literal('bad-json') }),
  z.strictObject({ ...common, do: z.literal('lose-response') }),
]);
export type RequestFault = z.infer<typeof RequestFault>;

export const WebhookFault = z.discriminatedUnion('do', [
  z.strictObject({
    ...common,
    do: z.literal('duplicate'),
    copies: z.int().min(2).max(1_000),
    newIds: z.boolean().default(false),
  }),
  /** Keeps `times` messages back, then sends the last first. */
  z.strictObject({ ...common, do: z.literal('reorder'), times: z.int().min(2) }),
  z.strictObject({ ...common, do: z.literal('delay'), ms }),
  z.strictObject({ ...common, do: z.literal('drop') }),
  z.strictObject({ ...common, do: z.literal('tamper') }),
]);
export type WebhookFault = z.infer<typeof WebhookFault>;

type Common = { on: string; times?: number; every: number };
export type Active<F> = F & { id: string; matched: number; remaining?: number };

/** Faults of one kind. One that can never strike is refused: the test that set it would prove nothing. */
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
    /** The faults that strike this time; one that has struck often enough is gone. */
    strike(target: string) {
      const matched = active.filter((fault) => fault.on === target || fault.on === 'any');
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
