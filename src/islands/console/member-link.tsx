import { consolePath } from '#domain/console-paths.ts';

export function MemberLink({ username }: { username: string }) {
  return (
    <a className="link" href={consolePath('member', { username })}>
      {username}
    </a>
  );
}
