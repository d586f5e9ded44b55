import type { AnnouncementDraft, AnnouncementFields } from '#contracts/console/announcements.ts';
import { ACTIVITIES, type Segment } from '#domain/announcements.ts';
import { CAREER_STATUSES } from '#domain/career-status.ts';
import { LANGUAGES } from '#domain/languages.ts';
import { CheckField } from '#components/ui/check-field.tsx';
import { NO_ERRORS } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Select } from '#components/ui/select.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { countText } from './announcement-parts.tsx';

export type Plan = { id: string; title: string };
type Props = {
  saved: AnnouncementDraft;
  fields: AnnouncementFields;
  plans: readonly Plan[];
  change: (change: Partial<AnnouncementFields>) => void;
};

export function AnnouncementSegment({ saved, fields, plans, change }: Props) {
  const reader = useReader();
  const { t } = reader;
  const { segment, by_email: isByEmail } = fields;
  const changeSegment = (part: Partial<Segment>) => change({ segment: { ...segment, ...part } });
  return (
    <section className="card stack" aria-labelledby="who">
      <h2 id="who">{t('console_content:announcements.who')}</h2>
      <p className="hint">{t('console_content:announcements.everybody')}</p>
      <Choices
        name="language"
        legend={t('console_content:announcements.languages')}
        options={LANGUAGES.map(({ segment: value }) => ({ value, label: t(`console_content:languages.${value}`) }))}
        chosen={segment.languages}
        onChange={(languages) => changeSegment({ languages })}
      />
      <Choices
        name="status"
        legend={t('console_content:announcements.statuses')}
        options={CAREER_STATUSES.filter((value) => value !== 'none_status').map((value) => {
          return { value, label: t(`common:career_status.${value}`) };
        })}
        chosen={segment.statuses.filter((value) => value !== 'none_status')}
        // Both are shown as “No status”.
        onChange={(statuses) => changeSegment({ statuses: statuses.flatMap(withSame) })}
      />
      <div className="fields">
        <Select
          name="activity"
          label={t('console_content:announcements.activity')}
          value={segment.activity}
          options={ACTIVITIES.map((value) => ({
            value,
            label: t(`console_content:announcements.activities.${value}`),
          }))}
          onChange={({ currentTarget: { value } }) => changeSegment({ activity: value as Segment['activity'] })}
        />
        <Select
          name="plan"
          label={t('console_content:announcements.plan')}
          value={segment.plan}
          options={[
            { value: '', label: t('console_content:announcements.any_plan') },
            ...plans.map(({ id, title }) => ({ value: id, label: `${title} (${id})` })),
          ]}
          onChange={({ currentTarget: { value } }) => changeSegment({ plan: value })}
        />
      </div>
      <CheckField
        name="by_email"
        label={t('console_content:announcements.by_email')}
        errors={NO_ERRORS}
        checked={isByEmail}
        onChange={({ currentTarget: { checked } }) => change({ by_email: checked })}
      />
      <p className="hint">{t('console_content:announcements.by_email_hint', { pace: saved.emails_per_minute })}</p>
      <div role="status">
        <p>
          <b>{countText(saved, reader)}</b>
        </p>
        {saved.count?.members === 0 && <Notice kind="warn">{t('console_content:announcements.nobody')}</Notice>}
        {saved.needs_approval && <Notice>{t('console_content:announcements.needs_approval')}</Notice>}
      </div>
    </section>
  );
}

function withSame(status: Segment['statuses'][number]): Segment['statuses'] {
  return status === 'none' ? ['none', 'none_status'] : [status];
}

type ChoicesProps<Value extends string> = {
  name: string;
  legend: string;
  options: readonly { value: Value; label: string }[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
};

function Choices<Value extends string>({ name, legend, options, chosen, onChange }: ChoicesProps<Value>) {
  return (
    <fieldset className="fields">
      <legend>{legend}</legend>
      {options.map(({ value, label }) => (
        <CheckField
          key={value}
          name={`${name}_${value}`}
          label={label}
          errors={NO_ERRORS}
          checked={chosen.includes(value)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(checked ? [...chosen, value] : chosen.filter((one) => one !== value))
          }
        />
      ))}
    </fieldset>
  );
}
