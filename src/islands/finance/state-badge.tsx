import type { WithdrawalState } from '#domain/withdrawal.ts';
import { Badge } from '#components/ui/badge.tsx';
import type { Reader } from './reader.ts';

const KINDS = {
  requested: 'warn',
  approved: 'info',
  sending: 'info',
  completed: 'ok',
  cancelled: 'off',
  rejected: 'bad',
  failed: 'bad',
} as const satisfies Record<WithdrawalState, string>;

export function StateBadge({ state, t }: { state: WithdrawalState } & Pick<Reader, 't'>) {
  return <Badge kind={KINDS[state]}>{t(`finance:state.${state}`)}</Badge>;
}
