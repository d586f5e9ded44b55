import type { getAgreement } from '#contracts/consents.ts';
import type { OutputOf } from '#contracts/contract.ts';
import type { Language } from '#domain/languages.ts';
import { CONSENT_DOCUMENTS } from '#domain/legal.ts';
import { type Refused, refuseField } from '#domain/refusals.ts';
import type { Services } from '#server/api/services.ts';
import type { Db } from '#server/db/connect.ts';
import type { Agreement } from '#server/db/schema/index.ts';
import { listLegalVersions } from '#server/members/legal/index.ts';

export async function readAgreement(
  { config }: Pick<Services, 'config'>,
  db: Db,
): Promise<OutputOf<typeof getAgreement>> {
  const versions = await readVersions(db);
  return {
    minimum_age: config.minimumAge,
    documents: versions.map(({ document, version, date }) => ({ document, version, date })),
    agreed: tokenOf(config.minimumAge, versions),
  };
}

/** Refuses if the guest was shown other versions or another age. */
export async function checkAgreement(
  { db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>,
  agreed: string,
  language: Language,
): Promise<Agreement | Refused> {
  const versions = await readVersions(db);
  if (agreed !== tokenOf(config.minimumAge, versions)) return refuseField('agreed', 'agreement_outdated');
  return { versions: versions.map(({ id }) => id), language, at: clock.now().toISOString() };
}

type Version = Awaited<ReturnType<typeof readVersions>>[number];

/** The newest of each; none unless both are published. */
async function readVersions(db: Db) {
  const newest = await listLegalVersions(db);
  const versions = CONSENT_DOCUMENTS.flatMap((document) =>
    newest.filter((one) => one.document === document).map((one) => ({ ...one, document })),
  );
  return versions.length === CONSENT_DOCUMENTS.length ? versions : [];
}

/** A number per thing agreed to, so that it also fits the value of a checkbox. */
function tokenOf(minimumAge: number, versions: readonly Pick<Version, 'id'>[]): string {
  return [minimumAge, ...versions.map(({ id }) => id)].join('.');
}
