import { type ReactNode, useEffect, useRef } from 'react';
import { Icon, type IconName } from './icon.tsx';

const ICONS = { ok: 'check', warn: 'warning', bad: 'warning' } as const;
const ROLES = { ok: 'status', warn: 'note', bad: 'alert' } as const;

/** `takesFocus`: for the result of an action whose button may be gone. */
type Props = { kind?: 'ok' | 'warn' | 'bad' | undefined; icon?: IconName; takesFocus?: boolean; children: ReactNode };

export function Notice({ kind, icon, takesFocus = false, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);
  return (
    <div
      ref={box}
      className={kind ? `notice ${kind}` : 'notice'}
      role={kind ? ROLES[kind] : 'note'}
      tabIndex={takesFocus ? -1 : undefined}
    >
      <Icon name={icon ?? (kind ? ICONS[kind] : 'info')} />
      <div>{children}</div>
    </div>
  );
}
