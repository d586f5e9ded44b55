import type { OrderTerms } from '#domain/withdrawal-order.ts';
import type { Balance } from '#stores/balance.ts';

/** What a withdrawal is checked against. */
export function termsOf({ available, withdrawal }: Balance): OrderTerms {
  const { minimum, fee, daily_left, node_id_pattern } = withdrawal;
  return { available, minimum, fee, daily_left, node_id_pattern };
}
