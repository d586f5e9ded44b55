import { desc, eq, sql } from 'drizzle-orm';
import type { OutputOf } from '#contracts/contract.ts';
import type { getLegalDocument } from '#contracts/legal.ts';
import { type Language, LANGUAGES } from '#domain/languages.ts';
import { LEGAL_DOCUMENTS, type LegalDocument } from '#domain/legal.ts';
import type { Db } from '#server/db/connect.ts';
import { legalTexts, legalVersions } from '#server/db/schema/index.ts';
import { writeLegalFile } from './legal-file.ts';

type Row = { document: LegalDocument; version: string; date: string; language: Language; title: string; html: string };

/** Undefined if no version is published. `fallback`: of readers whose language has no text. */
export async function findLegalDocument(
  db: Db,
  document: LegalDocument,
  { language, fallback }: { language: Language; fallback: Language },
): Promise<OutputOf<typeof getLegalDocument> | undefined> {
  const { rows } = await db.execute<Row>(sql`
    select v.document, v.version, v.date, t.language, t.title, case when v.document = ${document} then t.html else '' end as html
    from (select max(id) as id from legal_versions group by document) as newest
    join legal_versions v using (id)
    cross join lateral (
      select language, title, html from legal_texts
      where version_id = v.id
      order by language <> ${language}, language <> ${fallback}, language limit 1
    ) as t`);
  const found = rows.find((row) => row.document === document);
  const published = LEGAL_DOCUMENTS.flatMap((one) => rows.filter((row) => row.document === one));
  return found && { ...found, published: published.map(({ document: one, title }) => ({ document: one, title })) };
}

/** The newest version of each document, without texts. */
export async function listLegalVersions(db: Db): Promise<LegalVersion[]> {
  return db
    .selectDistinctOn([legalVersions.document])
    .from(legalVersions)
    .orderBy(legalVersions.document, desc(legalVersions.id));
}

type LegalVersion = typeof legalVersions.$inferSelect;

/** The file of the newest version; undefined if none is published. */
export async function newestLegalFile(db: Db, document: LegalDocument): Promise<string | undefined> {
  const newest = (await listLegalVersions(db)).find((one) => one.document === document);
  if (!newest) return undefined;
  const stored = await db.select().from(legalTexts).where(eq(legalTexts.versionId, newest.id));
  const texts = LANGUAGES.flatMap(({ segment }) => stored.filter(({ language }) => language === segment));
  return writeLegalFile({ ...newest, texts });
}

/** Documents of the list that have no version yet. */
export async function missingDocuments(db: Db, needed: readonly LegalDocument[]): Promise<LegalDocument[]> {
  const published = new Set((await listLegalVersions(db)).map(({ document }) => document));
  return needed.filter((document) => !published.has(document));
}
