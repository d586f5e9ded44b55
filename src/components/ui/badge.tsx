import type { ReactNode } from 'react';

export type BadgeKind = 'ok' | 'warn' | 'bad' | 'info' | 'off';

export function Badge({ kind, children }: { kind?: BadgeKind; children: ReactNode }) {
  return <span className={kind ? `badge ${kind}` : 'badge'}>{children}</span>;
}
