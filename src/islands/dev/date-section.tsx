import { useState } from 'react';
import type { DayMarker } from '#domain/calendar.ts';
import { firstWeekday } from '#domain/week-start.ts';
import { Button } from '#components/ui/button.tsx';
import { dateTexts } from '#components/ui/date/texts.ts';
import { DateField } from '#components/ui/date-field.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';

const NOVEMBER = { min: '2026-11-03', max: '2026-12-10', disabled: ['2026-11-11', '2026-11-25'] };
const MARKERS: readonly DayMarker[] = [
  {
    date: '2026-11-18',
    color: 'warn',
    tooltip: [
      { text: 'A payout is on its way', color: 'warn' },
      { text: 'A place was closed', color: 'ok' },
    ],
  },
  { date: '2027-02-10', color: 'ok', tooltip: [{ text: 'Today’s gain', color: 'ok' }] },
];

export function DateSection({ here }: { here: string }) {
  const { t, language } = useReader();
  const common = { texts: dateTexts(t), language, weekStart: firstWeekday('language', language) };
  const presets = [
    { label: 'First week', from: '2026-11-04', to: '2026-11-10', href: `${here}?week=first#here` },
    { label: 'Third week', from: '2026-11-16', to: '2026-11-22', href: `${here}?week=third#here` },
  ];
  return (
    <section className="stack">
      <h2>Date field</h2>
      <form className="card fields" action={here} name="single" noValidate>
        <DateField
          {...common}
          {...NOVEMBER}
          label="Single"
          ends={[{ name: 'day', label: 'Day', value: '2026-11-20' }]}
        />
      </form>
      <form className="card fields" action={here} name="fixed" noValidate>
        <DateField
          {...common}
          {...NOVEMBER}
          label="Fixed"
          submits
          presets={presets}
          ends={[
            { name: 'from', label: 'From', value: '2026-11-04' },
            { name: 'to', label: 'To', value: '2026-11-10' },
          ]}
        />
      </form>
      <form className="card fields" action={here} name="marked" noValidate>
        <DateField
          {...common}
          label="Marked"
          ends={[{ name: 'marked', label: 'Marked day', value: '2027-02-10' }]}
          weekStart={0}
          hasSixWeeks
          markers={MARKERS}
        />
        <DateField
          {...common}
          label="Wrong date"
          ends={[{ name: 'wrong_day', label: 'Wrong day', value: '2026-11-20', errors: [t('team:list.unknown_sort')] }]}
        />
      </form>
      <SetDates here={here} />
    </section>
  );
}

function SetDates({ here }: { here: string }) {
  const { t, language } = useReader();
  const [isHere, setHere] = useState(true);
  const [days, setDays] = useState<readonly string[]>(['', '']);
  const [fault, setFault] = useState('');
  return (
    <form className="card fields" action={here} name="partial" noValidate>
      {isHere && (
        <DateField
          texts={dateTexts(t)}
          language={language}
          weekStart={firstWeekday('language', language)}
          label="Partial"
          isPartial
          ends={[
            { name: 'since', label: 'Since', value: days[0] },
            { name: 'until', label: 'Until', value: days[1] },
          ]}
          onChange={(next) => {
            setDays(next);
            setFault('');
          }}
          onInvalid={(kind, wrong) => setFault(`${kind} ${wrong.join()}`)}
        />
      )}
      <output name="days">{days.join('/')}</output>
      <output name="fault">{fault}</output>
      <Button>Send</Button>
      <Button type="button" onClick={() => setDays(['2026-11-05', '2026-11-07'])}>
        Set three days
      </Button>
      <Button type="button" onClick={() => setHere(!isHere)}>
        Take the dates away
      </Button>
    </form>
  );
}
