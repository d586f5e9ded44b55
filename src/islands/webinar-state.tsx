import type { WebinarState as State } from '#domain/feed.ts';
import type { Say } from '#i18n/island-texts.ts';
import { Badge } from '#components/ui/badge.tsx';
import type { WebinarText } from './webinar-texts.ts';

const KINDS = { soon: 'info', live: 'ok', past: 'off' } as const;

export function WebinarState({ state, t }: { state: State; t: Say<WebinarText> }) {
  return <Badge kind={KINDS[state]}>{t(`feed:webinar.state.${state}`)}</Badge>;
}
