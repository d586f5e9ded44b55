import type { OutputOf } from '#contracts/contract.ts';
import type { getSecondFactor } from '#contracts/second-factor.ts';
import { path } from '#domain/paths.ts';
import { Badge } from '#components/ui/badge.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { SettingLink } from './setting-row.tsx';

export type Factor = OutputOf<typeof getSecondFactor>;
type Props = { factor: Factor };

export function FactorRows({ factor }: Props) {
  const { t, language } = useReader();
  const { is_on: isOn, recovery_codes_left: codesLeft, passkeys } = factor;
  return (
    <>
      <SettingLink
        name={t('settings:second_factor.title')}
        state={
          <Badge kind={isOn ? 'ok' : 'off'}>{t(isOn ? 'settings:second_factor.badge' : 'settings:security.off')}</Badge>
        }
        action={t(isOn ? 'settings:second_factor.turn_off' : 'settings:second_factor.set_up')}
        href={path(language, isOn ? 'secondFactorOff' : 'secondFactor')}
      />
      {isOn && (
        <SettingLink
          name={t('settings:second_factor.codes')}
          state={t('settings:security.left', { left: codesLeft })}
          action={t('settings:destinations.change')}
          href={path(language, 'recoveryCodes')}
        />
      )}
      <SettingLink
        name={t('settings:passkeys.title')}
        state={
          passkeys.length > 0
            ? t('settings:security.passkeys', { count: passkeys.length })
            : t('settings:security.none')
        }
        action={t('settings:security.manage')}
        href={path(language, 'passkeys')}
      />
    </>
  );
}
