import type { ReactNode } from 'react';
import { Art } from './icon.tsx';

export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <Art />
      <b>{title}</b>
      {children}
    </div>
  );
}
