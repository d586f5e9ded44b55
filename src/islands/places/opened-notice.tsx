import type { Transaction } from '#contracts/transactions.ts';
import { path } from '#domain/paths.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { describePlace } from './transaction-state.ts';

type Props = { transaction: Transaction };

/** A place that became active while its member looks at a board. */
export function OpenedNotice({ transaction: { platform, place } }: Props) {
  const reader = useReader();
  if (!place) return null;
  return (
    <Notice kind="ok">
      <div className="stack tight">
        {describePlace(place, reader).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <div className="row">
          <Button href={path(reader.language, 'structure', { platform }, { place: String(place.id) })} icon="tree">
            {reader.t('places:show_structure')}
          </Button>
        </div>
      </div>
    </Notice>
  );
}
