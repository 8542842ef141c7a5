import { OrderMessage } from '@shop/contracts/support/conversation-schema';
import type { apiFor } from '#lib/api.server.ts';

/** None if they cannot be loaded, for example from an API of an earlier release: the order is shown without them. */
export async function loadOrderMessages(api: ReturnType<typeof apiFor>, orderId: string) {
  const found = await api.tryGet(`/orders/${encodeURIComponent(orderId)}/messages`, OrderMessage.array());
  return found.ok ? found.value : [];
}
