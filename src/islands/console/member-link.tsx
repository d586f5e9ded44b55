import { consolePath } from '#domain/console-paths.ts';

/** A member by name, who is one press away. */
export function MemberLink({ username }: { username: string }) {
  return (
    <a className="link" href={consolePath('member', { username })}>
      {username}
    </a>
  );
}
