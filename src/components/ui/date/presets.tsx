import type { MouseEvent } from 'react';
import type { Day } from '#domain/days.ts';

/** `href`: link without JavaScript. */
export type Preset = { label: string; from: Day; to: Day; href?: string | undefined };

type Props = { presets: readonly Preset[]; chosen: readonly Day[]; onChoose: (preset: Preset) => void };

export function Presets({ presets, chosen, onChoose }: Props) {
  if (presets.length === 0) return null;
  return (
    <div className="row">
      {presets.map((preset) => {
        const { label, from, to, href } = preset;
        const current = chosen.join() === [from, to].join() || undefined;
        if (href === undefined)
          return (
            <button
              key={label}
              type="button"
              className="chip by-script"
              aria-pressed={current ?? false}
              onClick={() => onChoose(preset)}
            >
              {label}
            </button>
          );
        const press = (event: MouseEvent) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          onChoose(preset);
        };
        return (
          <a key={label} className="chip" href={href} aria-current={current} onClick={press}>
            {label}
          </a>
        );
      })}
    </div>
  );
}
