import type { MouseEvent, SubmitEvent } from 'react';
import type { Structure } from '#contracts/places.ts';
import { path } from '#domain/paths.ts';
import type { Platform } from '#domain/places.ts';
import { formatNumber } from '#i18n/format.ts';
import { Button } from '#components/ui/button.tsx';
import { Crumbs } from '#components/ui/crumbs.tsx';
import { Field, NO_ERRORS } from '#components/ui/field.tsx';
import type { IconName } from '#components/ui/icon.tsx';
import { useSelectValue } from '#islands/shared/in-place.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import type { PlaceChoice } from './use-structure.ts';

type Props = {
  platform: Platform;
  structure: Structure;
  choices: readonly PlaceChoice[];
  hrefOf: (node: number) => string;
  onPlace: (place: number) => void;
  onStep: (event: MouseEvent, node: number) => void;
};

export function StructureTools({ platform, structure, choices, hrefOf, onPlace, onStep }: Props) {
  const { t, language } = useReader();
  const { place, path: structurePath } = structure;
  const parent = structurePath.at(-2);
  const select = useSelectValue(String(place.id));
  const choose = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onPlace(Number(new FormData(event.currentTarget).get('place')));
  };
  const step = (node: number | undefined) => ({
    href: node === undefined ? undefined : hrefOf(node),
    onClick: (event: MouseEvent) => (node === undefined ? undefined : onStep(event, node)),
  });
  return (
    <div className="row between tools">
      <form className="row" action={path(language, 'structure', { platform })} onSubmit={choose}>
        <Field id="place" label={t('places:filter.mine')} errors={NO_ERRORS}>
          <select
            ref={select}
            className="input"
            id="place"
            name="place"
            defaultValue={place.id}
            autoComplete="off"
            onChange={(event) => onPlace(Number(event.currentTarget.value))}
          >
            {choices.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </Field>
        <Button icon="tree">{t('places:show_structure')}</Button>
      </form>
      <div className="row">
        <Step icon="back" label={t('places:structure.up')} {...step(parent?.id)} />
        <Step icon="close" label={t('places:filter.drop')} {...step(parent && place.id)} />
      </div>
    </div>
  );
}

type StepProps = { icon: IconName; label: string; href: string | undefined; onClick: (event: MouseEvent) => void };

function Step({ icon, label, href, onClick }: StepProps) {
  if (href === undefined) {
    return (
      <Button type="button" icon={icon} aria-disabled="true">
        {label}
      </Button>
    );
  }
  return (
    <Button href={href} icon={icon} onClick={onClick} data-in-place>
      {label}
    </Button>
  );
}

type StructurePathProps = {
  structure: Structure;
  hrefOf: (node: number) => string;
  onStep: (event: MouseEvent, node: number) => void;
};

export function StructurePath({ structure: { path: structurePath, skipped }, hrefOf, onStep }: StructurePathProps) {
  const { t } = useReader();
  return (
    <Crumbs
      label={t('places:structure.path')}
      steps={structurePath.map(({ id, number }) => ({
        key: id,
        words: number,
        href: hrefOf(id),
        onClick: (event) => onStep(event, id),
      }))}
      leftOut={
        skipped > 0 ? t('places:structure.skipped', { count: skipped, number: formatNumber(skipped) }) : undefined
      }
    />
  );
}
