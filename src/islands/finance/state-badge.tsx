import type { WithdrawalState } from '#domain/withdrawal.ts';
import { Badge } from '#components/ui/badge.tsx';
import type { Reader } from '#i18n/reader.ts';
import type { OpenText } from './texts.ts';

const KINDS = {
  requested: 'warn',
  approved: 'info',
  sending: 'info',
  completed: 'ok',
  cancelled: 'off',
  rejected: 'bad',
  failed: 'bad',
} as const satisfies Record<WithdrawalState, string>;

export function StateBadge({ state, t }: { state: WithdrawalState } & Pick<Reader<OpenText>, 't'>) {
  return <Badge kind={KINDS[state]}>{t(`finance:state.${state}`)}</Badge>;
}
