import { useState } from 'react';
import { CAREER_STATUSES } from '#domain/career-status.ts';
import type { TextKey } from '#i18n/text-keys.ts';
import { Button } from '#components/ui/button.tsx';
import { selectTexts } from '#components/ui/select/texts.ts';
import { Select } from '#components/ui/select.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';

const METALS = ['silver', 'gold', 'platinum'];
const MAXIMUM = 2;
const NUMBERS = Array.from({ length: 1500 }, (_, index) => ({ value: `${index + 1}`, label: `${index + 1}` }));

export function SelectSection({ here }: { here: string }) {
  const { t } = useReader();
  const [isHere, setHere] = useState(true);
  const [set, setSet] = useState<readonly string[]>(['director']);
  const [errors, setErrors] = useState([t('team:list.unknown_sort')]);
  const texts = selectTexts(t);
  const any = { value: '', label: t('team:filters.any') };
  const statuses = statusesIn(t);
  const groups = METALS.map((metal) => ({
    label: metal,
    values: statuses.filter(({ value }) => value.startsWith(metal)),
  }));
  return (
    <section className="stack">
      <h2>Select</h2>
      <form className="card fields" action={here}>
        <Button>{t('team:filters.apply')}</Button>
        <Button type="reset">Reset</Button>
        <Select name="plain" label="Plain" value="director" options={[any, ...statuses]} hint="Native for ever" />
        <Select name="one" label="One" value="director" isSearched texts={texts} options={[any, ...statuses]} />
        <Select name="empty" label="Empty" values={[]} texts={texts} options={[]} />
        <Select name="long" label="Long" values={[]} texts={texts} options={NUMBERS} />
        <Select name="unlabelled" aria-label="Unlabelled" values={['director']} texts={texts} options={statuses} />
        <Select
          name="wrong"
          label="Wrong"
          values={[]}
          texts={texts}
          options={statuses}
          errors={errors}
          onClear={() => setErrors([])}
        />
        <Select
          name="grouped"
          label="Grouped"
          values={[]}
          maximum={MAXIMUM}
          texts={selectTexts(t, MAXIMUM)}
          options={[any, ...groups]}
        />
      </form>
      <form className="card fields">
        {isHere && (
          <Select
            name="set"
            label="Set by its caller"
            values={set}
            texts={texts}
            options={statuses}
            onChange={({ currentTarget }) => setSet([...currentTarget.selectedOptions].map(({ value }) => value))}
          />
        )}
        <output name="heard">{set.join(', ')}</output>
        <Button type="button" onClick={() => setSet(['platinum_manager'])}>
          Set to the highest
        </Button>
        <Button type="button" onClick={() => setHere(!isHere)}>
          Take the select away
        </Button>
      </form>
    </section>
  );
}

function statusesIn(t: (key: TextKey) => string) {
  return CAREER_STATUSES.filter((status) => status !== 'none_status').map((status) => ({
    value: status,
    label: t(`common:career_status.${status}`),
    isDisabled: status === 'gold_director',
  }));
}
