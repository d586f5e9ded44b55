import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react';
import { Icon, type IconName } from './icon.tsx';

type Appearance = { icon?: IconName; variant?: 'primary' | 'plain' | 'bad' | undefined; block?: boolean };
type Props = Appearance &
  (
    | ({ href: string } & AnchorHTMLAttributes<HTMLAnchorElement>)
    | ({ href?: never } & ButtonHTMLAttributes<HTMLButtonElement>)
  );

export function Button({ icon, variant, block, children, ...rest }: Props) {
  const className = ['btn', variant, block && 'block'].filter(Boolean).join(' ');
  const inside = (
    <>
      {icon && <Icon name={icon} size="small" />}
      {children}
    </>
  );
  if (rest.href !== undefined) {
    return (
      <a className={className} {...rest}>
        {inside}
      </a>
    );
  }
  return (
    <button className={className} {...rest}>
      {inside}
    </button>
  );
}
