import type { ReactNode } from 'react';

type Step = { title: string; at: { iso: string; text: string } | undefined; note?: string; isCurrent: boolean };
type Props = { label: string; steps: readonly Step[] };

export function Timeline({ label, steps }: Props): ReactNode {
  return (
    <ol className="steps timeline" aria-label={label}>
      {steps.map(({ title, at, note, isCurrent }) => (
        <li key={`${title} ${at?.iso}`} className={at && 'past'} aria-current={isCurrent ? 'step' : undefined}>
          <b>{title}</b>
          <span>
            {at && <time dateTime={at.iso}>{at.text}</time>}
            {at && note && ' · '}
            {note}
          </span>
        </li>
      ))}
    </ol>
  );
}
