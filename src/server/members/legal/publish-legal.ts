import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { legalTexts, legalVersions } from '#server/db/schema/index.ts';
import type { FileFault } from '#server/base/file-faults.ts';
import { type FileChange, textChanges } from '#server/base/markdown/texts.ts';
import type { Services } from '#server/api/services.ts';
import { legalHash, type LegalFile } from './legal-file.ts';

type Published = { state: 'published' | 'same'; changes: FileChange[] };

/** Adds a version; refuses other words for a version that exists. */
export async function publishLegal(
  tx: Db,
  { clock }: Pick<Services, 'clock'>,
  file: LegalFile,
): Promise<Published | { wrong: FileFault[] }> {
  const { document, version, date, texts } = file;
  // Prevents a concurrent publication of the same document.
  await tx.execute(sql`lock table legal_versions in share row exclusive mode`);
  const [newest] = await tx
    .select()
    .from(legalVersions)
    .where(eq(legalVersions.document, document))
    .orderBy(desc(legalVersions.id))
    .limit(1);
  const hash = legalHash(file);
  if (newest?.version === version && newest.hash.equals(hash)) return { state: 'same', changes: [] };
  const [used] = await tx
    .select({ id: legalVersions.id })
    .from(legalVersions)
    .where(and(eq(legalVersions.document, document), eq(legalVersions.version, version)));
  if (used) return { wrong: [{ place: 'version', code: 'version_used', params: { version } }] };
  const [added] = await tx
    .insert(legalVersions)
    .values({ document, version, date, hash, publishedAt: clock.now() })
    .returning({ id: legalVersions.id });
  const before = newest ? await tx.select().from(legalTexts).where(eq(legalTexts.versionId, newest.id)) : [];
  const changes = [...factChanges(newest, file), ...textChanges(before, texts)];
  const rows = texts.map(({ language, title, markdown, html }) => ({
    ...{ versionId: added!.id, language, title, markdown, html },
  }));
  await tx.insert(legalTexts).values(rows);
  return { state: 'published', changes };
}

type Facts = Pick<LegalFile, 'version' | 'date'>;

function factChanges(before: Facts | undefined, after: Facts): FileChange[] {
  const names = ['version', 'date'] as const;
  return names
    .map((name) => ({ name, before: before?.[name] ?? null, after: after[name] }))
    .filter((change) => change.before !== change.after);
}
