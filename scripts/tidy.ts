import { resolve } from 'node:path';
import { approvedHashes } from './tidy/code/approved-hashes.ts';
import { asvsTable } from './tidy/docs/asvs-table.ts';
import { databaseClients } from './tidy/code/database-clients.ts';
import { docIndex } from './tidy/docs/doc-index.ts';
import { dynamicTags } from './tidy/texts/dynamic-tags.ts';
import type { Finding } from './tidy/finding.ts';
import { fixedTests } from './tidy/code/fixed-tests.ts';
import { forbiddenWords } from './tidy/texts/forbidden-words.ts';
import { generatedFiles } from './tidy/code/generated-files.ts';
import { glossaryTerms } from './tidy/texts/glossary-terms.ts';
import { injectedClock } from './tidy/code/injected-clock.ts';
import { keysInUse } from './tidy/texts/keys-in-use.ts';
import { layerOrder } from './tidy/texts/layer-order.ts';
import { leftovers } from './tidy/code/leftovers.ts';
import { links } from './tidy/docs/links.ts';
import { localeParity } from './tidy/texts/locale-parity.ts';
import { narrowTexts } from './tidy/texts/narrow-texts.ts';
import { outgoingLines } from './tidy/code/outgoing-lines.ts';
import { pictureAge } from './tidy/docs/picture-age.ts';
import { privacyTables } from './tidy/docs/privacy-tables.ts';
import { promises } from './tidy/texts/promises.ts';
import { readmeMap } from './tidy/docs/readme-map.ts';
import { refusalTexts } from './tidy/texts/refusal-texts.ts';
import { safeMigrations } from './tidy/code/safe-migrations.ts';
import { safariRegex } from './tidy/code/safari-regex.ts';
import { sameInEnglish } from './tidy/texts/same-in-english.ts';
import { stackedComments } from './tidy/code/stacked-comments.ts';
import { strayPaths } from './tidy/code/stray-paths.ts';
import { supply } from './tidy/code/supply.ts';
import { textMarks } from './tidy/texts/text-marks.ts';

/** Rules that neither the compiler nor the linter can check. */
const checks: ((root: string) => Finding[])[] = [
  localeParity,
  sameInEnglish,
  forbiddenWords,
  promises,
  glossaryTerms,
  narrowTexts,
  textMarks,
  keysInUse,
  refusalTexts,
  readmeMap,
  docIndex,
  links,
  fixedTests,
  leftovers,
  stackedComments,
  strayPaths,
  dynamicTags,
  layerOrder,
  injectedClock,
  approvedHashes,
  outgoingLines,
  databaseClients,
  safariRegex,
  safeMigrations,
  supply,
  asvsTable,
  privacyTables,
  pictureAge,
  generatedFiles,
];

const root = resolve(import.meta.dirname, '..');
const findings = checks.flatMap((check) => check(root));
for (const { file, problem } of findings) console.log(`${file}: ${problem}`);
if (findings.length > 0) process.exitCode = 1;
else console.log('Tidy.');
