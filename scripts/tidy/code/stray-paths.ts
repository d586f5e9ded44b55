import type { Finding } from '../finding.ts';
import { projectFiles } from '../project-files.ts';

const strays = [
  { pattern: /(?<![\w.-])\/(?:work|farm|home|Users)\/[\w.-]+/, problem: 'names a folder of one machine' },
  { pattern: /"resolved": "https?:[^"]*/, problem: 'names a registry; npm install has to work with any' },
  { pattern: /https?:\/\/[\w.-]*(?:registry|npmjs|artifactory|nexus)[\w.-]*/, problem: 'names a registry' },
  { pattern: /BEGIN [A-Z ]*PRIVATE[ ]KEY/, problem: 'holds a private key' },
  { pattern: /(?<![\w/-])(?:\.\.\/)*shared\/\w*/, problem: 'points out of the project' },
];

/** Finds references to places outside the project, and secrets. */
export function strayPaths(root: string): Finding[] {
  return projectFiles(root).flatMap(({ file, text }) =>
    strays.flatMap(({ pattern, problem }) => {
      const [found] = pattern.exec(text) ?? [];
      return found ? [{ file, problem: `“${found.slice(0, 80)}” ${problem}.` }] : [];
    }),
  );
}
