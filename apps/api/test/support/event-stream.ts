/** A client for server-sent events. */
import { NotificationEvent } from '@shop/contracts/notifications/schema';

export async function openStream(url: string, headers: Record<string, string>) {
  const controller = new AbortController();
  const response = await fetch(`${url}/api/notifications/stream`, {
    headers: { accept: 'text/event-stream', ...headers },
    signal: controller.signal,
  });
  const events = eventsOf(response);
  return {
    response,
    /** Waits for the next event; undefined when the stream has ended. */
    async next() {
      const { value, done } = await events.next();
      return done ? undefined : value;
    },
    close: () => controller.abort(),
  };
}

async function* eventsOf({ body }: Response) {
  let text = '';
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, id, data] = /^id: (.*)\ndata: (.*)$/.exec(block) ?? [];
      if (id && data) yield { id, ...NotificationEvent.parse(JSON.parse(data)) };
    }
  }
}
