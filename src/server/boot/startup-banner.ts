import { path } from '#domain/paths.ts';
import type { Config } from '#server/base/config.ts';
import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';

export function startupBanner(config: Config): string {
  const { publicOrigin, productName, isProduction, databaseUrl, smtpUrl, apiUrl, qpaymentsUrl, simulatorPort } = config;
  const language = config.machineLanguage;
  const isDemo = !isProduction && !databaseUrl && !apiUrl;
  const lines = [
    '',
    `${productName} is running at ${publicOrigin}${path(language, 'signIn')}`,
    ...(isDemo
      ? [
          `Sign in as anna, ivan, priya, jonas or marie with the password ${DEMO_PASSWORD}`,
          `The console is at ${publicOrigin}/operator: oscar@demo.example, the same password, a code from /dev/codes`,
          `Join as a guest with Anna's link: ${publicOrigin}${path(language, 'partner', { ref: 'anna' })}`,
        ]
      : []),
    ...(isDemo && !smtpUrl ? [`Emails arrive at ${publicOrigin}/dev/mail`] : []),
    ...(apiUrl || qpaymentsUrl ? [] : [`Payments go to the node simulator at http://localhost:${simulatorPort}`]),
    'Stop with Ctrl-C.',
    '',
  ];
  return `${lines.join('\n')}\n`;
}
