import type { Translate } from '#i18n/translator.ts';
import { whenOf } from '#i18n/reader.ts';
import { Timeline } from '#components/ui/timeline.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';

type Props = {
  title: string;
  steps: readonly { title: string; at: string; actor: string; preparedBy?: string | null }[];
};

export function History({ title, steps }: Props) {
  const reader = useReader();
  return (
    <section className="card stack">
      <h2>{title}</h2>
      <Timeline
        label={title}
        steps={steps.map((step, index) => ({
          title: step.title,
          at: { iso: step.at, text: whenOf(step.at, reader) },
          note: noteOf(step, reader.t),
          isCurrent: index === steps.length - 1,
        }))}
      />
    </section>
  );
}

function noteOf({ actor, preparedBy }: Props['steps'][number], t: Translate): string {
  const name = nameOf(actor, t);
  return preparedBy ? t('console:actors.two', { first: preparedBy, second: name }) : name;
}

/** Staff actors already are names. */
function nameOf(actor: string, t: Translate): string {
  if (actor === 'member' || actor === 'platform' || actor === 'node') return t(`console:actors.${actor}`);
  const operator = /^operator:(.+)$/.exec(actor)?.[1];
  return operator === undefined ? actor : t('console:actors.operator', { name: operator });
}
