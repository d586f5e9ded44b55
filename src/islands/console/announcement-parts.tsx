import type { AnnouncementDraft, AnnouncementFields } from '#contracts/console/announcements.ts';
import { LANGUAGES, tagOf } from '#domain/languages.ts';
import type { Reader } from '#i18n/reader.ts';
import { Icon } from '#components/ui/icon.tsx';

export const STATE_BADGES = {
  draft: 'off',
  waiting: 'warn',
  declined: 'bad',
  sending: 'info',
  sent: 'ok',
  stopped: 'bad',
} as const;

type Text = AnnouncementFields['texts'][number];

/** As the row of a member's notice; markup stays text. */
export function AnnouncementPreview({ text: { language, title, text } }: { text: Text }) {
  return (
    <ul className="rows" lang={tagOf(language)}>
      <li>
        <Icon name="feed" />
        <div className="grow">
          <b>{title}</b>
          <p className="message">{text}</p>
        </div>
      </li>
    </ul>
  );
}

function writtenTexts({ texts }: AnnouncementFields): Text[] {
  return texts.filter(({ title, text }) => title !== '' || text !== '');
}

export function AllTexts({ fields }: Pick<AnnouncementDraft, 'fields'>) {
  return writtenTexts(fields).map((text) => (
    <div key={text.language}>
      <small className="muted">{LANGUAGES.find(({ segment }) => segment === text.language)?.name}</small>
      <AnnouncementPreview text={text} />
    </div>
  ));
}

export function segmentText({ segment }: AnnouncementFields, { t }: Pick<Reader, 't'>): string {
  const { languages, statuses, activity, plan } = segment;
  const parts = [
    languages.map((language) => t(`console_content:languages.${language}`)).join(', '),
    statuses.map((status) => t(`common:career_status.${status}`)).join(', '),
    activity === 'all' ? '' : t(`console_content:announcements.activities.${activity}`),
    plan === '' ? '' : `${t('console_content:announcements.plan')}: ${plan}`,
  ].filter(Boolean);
  return parts.join(' · ') || t('console_content:announcements.segment_all');
}

export function countText({ count, fields }: AnnouncementDraft, { t }: Pick<Reader, 't'>): string {
  if (!count) return '';
  const { members, emails } = count;
  return fields.by_email
    ? t('console_content:announcements.count', { members, emails })
    : t('console_content:announcements.count_notices', { members });
}
