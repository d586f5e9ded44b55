import type { Say } from '#i18n/island-texts.ts';
import { whenOf } from '#i18n/reader.ts';
import { Timeline } from '#components/ui/timeline.tsx';

export const ACTOR_TEXTS = [
  'console:actors.member',
  'console:actors.platform',
  'console:actors.node',
  'console:actors.operator',
] as const;

type ActorText = (typeof ACTOR_TEXTS)[number];

type Props = {
  title: string;
  reader: { timeZone: string; t: Say<ActorText> };
  steps: readonly { title: string; at: string; actor: string }[];
};

/** A card with who moved something on, and when; the last step is where it stands. */
export function History({ title, reader, steps }: Props) {
  return (
    <section className="card stack">
      <h2>{title}</h2>
      <Timeline
        label={title}
        steps={steps.map((step, index) => ({
          title: step.title,
          at: { iso: step.at, shown: whenOf(step.at, reader) },
          note: nameOf(step.actor, reader.t),
          isCurrent: index === steps.length - 1,
        }))}
      />
    </section>
  );
}

/** Staff come by their names already. */
function nameOf(actor: string, t: Say<ActorText>): string {
  if (actor === 'member' || actor === 'platform' || actor === 'node') return t(`console:actors.${actor}`);
  const operator = /^operator:(.+)$/.exec(actor)?.[1];
  return operator === undefined ? actor : t('console:actors.operator', { name: operator });
}
