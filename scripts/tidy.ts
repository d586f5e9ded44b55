import { resolve } from 'node:path';
import { approvedHashes } from './tidy/approved-hashes.ts';
import { asvsTable } from './tidy/asvs-table.ts';
import { databaseClients } from './tidy/database-clients.ts';
import { decisionList } from './tidy/decision-list.ts';
import { dynamicTags } from './tidy/dynamic-tags.ts';
import { fileLength } from './tidy/file-length.ts';
import type { Finding } from './tidy/finding.ts';
import { fixedTests } from './tidy/fixed-tests.ts';
import { forbiddenWords } from './tidy/forbidden-words.ts';
import { generatedFiles } from './tidy/generated-files.ts';
import { glossaryTerms } from './tidy/glossary-terms.ts';
import { injectedClock } from './tidy/injected-clock.ts';
import { keysInUse } from './tidy/keys-in-use.ts';
import { layerOrder } from './tidy/layer-order.ts';
import { leftovers } from './tidy/leftovers.ts';
import { links } from './tidy/links.ts';
import { localeParity } from './tidy/locale-parity.ts';
import { narrowTexts } from './tidy/narrow-texts.ts';
import { outgoingLines } from './tidy/outgoing-lines.ts';
import { privacyTables } from './tidy/privacy-tables.ts';
import { readmeMap } from './tidy/readme-map.ts';
import { refusalTexts } from './tidy/refusal-texts.ts';
import { safeMigrations } from './tidy/safe-migrations.ts';
import { safariRegex } from './tidy/safari-regex.ts';
import { sameInEnglish } from './tidy/same-in-english.ts';
import { stackedComments } from './tidy/stacked-comments.ts';
import { strayPaths } from './tidy/stray-paths.ts';
import { supply } from './tidy/supply.ts';
import { textMarks } from './tidy/text-marks.ts';

/** What a compiler and a linter can't see. Each check says in a sentence what is wrong where. */
const checks: ((root: string) => Finding[])[] = [
  localeParity,
  sameInEnglish,
  forbiddenWords,
  glossaryTerms,
  narrowTexts,
  textMarks,
  keysInUse,
  refusalTexts,
  readmeMap,
  decisionList,
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
  fileLength,
  supply,
  asvsTable,
  privacyTables,
  generatedFiles,
];

const root = resolve(import.meta.dirname, '..');
const findings = checks.flatMap((check) => check(root));
for (const { file, problem } of findings) console.log(`${file}: ${problem}`);
if (findings.length > 0) process.exitCode = 1;
else console.log('Tidy.');
