import type { Say } from '#i18n/island-texts.ts';
import { Badge } from '#components/ui/badge.tsx';
import type { Text } from './texts.ts';

export function ActiveBadge({ active, t }: { active: boolean; t: Say<Text> }) {
  return <Badge kind={active ? 'ok' : 'off'}>{t(active ? 'common:active' : 'common:not_active')}</Badge>;
}
