import { roleLook } from '#domain/career-status.ts';
import { path } from '#domain/paths.ts';
import type { Language } from '#domain/languages.ts';
import type { Profile } from '#contracts/profile.ts';
import { Icon } from '#components/ui/icon.tsx';

type Props = { heading: string; member: Pick<Profile, 'username' | 'career_status'>; language: Language };

export function PageHead({ heading, member, language }: Props) {
  const { step, tier } = roleLook(member.career_status);
  return (
    <div className="page-head">
      <h1>{heading}</h1>
      <a className="rank" data-tier={tier} href={path(language, 'profile')}>
        <Icon name={`status${step}`} />
        {member.username}
      </a>
    </div>
  );
}
