import { Icon } from '#components/ui/icon.tsx';

export function Logo({ name, href }: { name: string; href?: string }) {
  const inside = (
    <>
      <Icon name="logo" size="l" />
      <span>{name}</span>
    </>
  );
  return href ? (
    <a className="logo" href={href}>
      {inside}
    </a>
  ) : (
    <span className="logo">{inside}</span>
  );
}
