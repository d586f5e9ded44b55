import { type ReactNode, type Ref, useState } from 'react';
import { Icon } from '#components/ui/icon.tsx';

type RowProps = { name: string; state: ReactNode; action: string };

export function SettingLink({ href, ...row }: RowProps & { href: string }) {
  return (
    <li>
      <a className="setting" href={href}>
        <RowParts {...row} />
      </a>
    </li>
  );
}

type FoldProps = RowProps & {
  /** A link to it opens the row, also without scripts. */
  id: string;
  startsOpen?: boolean;
  ref?: Ref<HTMLDetailsElement>;
  children: ReactNode;
};

export function SettingFold({ id, startsOpen = false, ref, children, ...row }: FoldProps) {
  const [isOpenAtFirst] = useState(startsOpen);
  return (
    <li>
      <details ref={ref} open={isOpenAtFirst}>
        <summary className="setting">
          <RowParts {...row} />
        </summary>
        <div id={id} className="inset">
          {children}
        </div>
      </details>
    </li>
  );
}

/** For a part of a row that is gone, such as a form after its success. */
export function focusRow(row: HTMLDetailsElement | null): void {
  row?.querySelector('summary')?.focus();
}

function RowParts({ name, state, action }: RowProps) {
  return (
    <>
      <b>{name}</b> <span className="state hint">{state}</span> <span className="action">{action}</span>
      <Icon name="chevron" size="small" />
    </>
  );
}
