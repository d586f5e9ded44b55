import { whenOf } from '#i18n/reader.ts';
import { Timeline } from '#components/ui/timeline.tsx';

type Props = {
  title: string;
  reader: { timeZone: string };
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
          note: step.actor,
          isCurrent: index === steps.length - 1,
        }))}
      />
    </section>
  );
}
