import { whenOf } from '#i18n/reader.ts';
import { Timeline } from '#components/ui/timeline.tsx';

type Props = {
  label: string;
  reader: { timeZone: string };
  steps: readonly { title: string; at: string; actor: string }[];
};

/** Who moved something on, and when; the last step is where it stands. */
export function History({ label, reader, steps }: Props) {
  return (
    <Timeline
      label={label}
      steps={steps.map(({ title, at, actor }, index) => ({
        title,
        at: { iso: at, shown: whenOf(at, reader) },
        note: actor,
        isCurrent: index === steps.length - 1,
      }))}
    />
  );
}
