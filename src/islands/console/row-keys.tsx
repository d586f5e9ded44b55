import { useReader } from '#islands/shared/use-reader.tsx';
import type { useRowKeys } from './use-row-keys.ts';

type Props = { id: string; keys: ReturnType<typeof useRowKeys> };

const KEYS = [
  ['j', 'next'],
  ['k', 'previous'],
  ['Enter', 'open'],
  ['Esc', 'close'],
] as const;

export function RowKeys({ id, keys: { isOn, turn } }: Props) {
  const { t } = useReader();
  return (
    <div className="row keys">
      <p id={id} hidden={!isOn}>
        {KEYS.map(([key, act]) => (
          <span key={key}>
            <kbd>{key}</kbd> {t(`console:list.keys.${act}`)}{' '}
          </span>
        ))}
      </p>
      <label className="check">
        <input type="checkbox" checked={isOn} onChange={({ currentTarget: { checked } }) => turn(checked)} />
        {t('console:list.keys.on')}
      </label>
    </div>
  );
}
