import type { Finding } from '../finding.ts';
import { codeFiles, type ProjectFile } from '../project-files.ts';

/** Matches code with balanced brackets, up to four deep. */
const inner = Array.from({ length: 4 }).reduce<string>((deeper) => `(?:[^()]|\\(${deeper}*\\))`, '[^()]');

const sleeps = [
  /waitForTimeout\(/g,
  new RegExp(`\\bsetTimeout\\(${inner}*?,\\s*(?<ms>\\d[\\d_]*)\\s*,?\\s*\\)`, 'g'),
  /\b(?:setTimeout|delay|sleep|wait)\((?<ms>\d[\d_]*)\b/g,
];
const LONGEST_PAUSE_MS = 100;

/** Finds tests that are skipped and tests that sleep. */
export function fixedTests(root: string): Finding[] {
  return codeFiles(root, 'tests').flatMap((source) => [...leftOut(source), ...sleeping(source)]);
}

function leftOut({ file, text }: ProjectFile): Finding[] {
  return [...text.matchAll(/\b(?:test|it|describe|suite)(?:\.\w+)*?\.(only|skip|todo)\b/g)].map(([, word]) => ({
    file,
    problem: `A test is marked .${word}: every test runs, every time.`,
  }));
}

function sleeping({ file, text }: ProjectFile): Finding[] {
  const pauses = sleeps.flatMap((pattern) => [...text.matchAll(pattern)]);
  return pauses
    .filter(
      ({ groups }) => groups?.['ms'] === undefined || Number(groups['ms'].replaceAll('_', '')) >= LONGEST_PAUSE_MS,
    )
    .map(([pause]) => ({
      file,
      problem: `A test sleeps (${pause.slice(0, 60)}): wait for what should happen instead.`,
    }));
}
