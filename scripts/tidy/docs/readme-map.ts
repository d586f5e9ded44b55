import type { Finding } from '../finding.ts';
import { markdownLinks } from './markdown-links.ts';
import { projectFiles } from '../project-files.ts';

/** The README links every folder of the first level, of `src` and of `src/server`. */
export function readmeMap(root: string): Finding[] {
  const files = projectFiles(root);
  const readme = files.find(({ file }) => file === 'README.md');
  if (!readme) return [{ file: 'README.md', problem: 'There is no README with the map.' }];
  const linked = markdownLinks(readme);
  return foldersOf(files.map(({ file }) => file))
    .filter((folder) => !linked.includes(folder))
    .map((folder) => ({ file: 'README.md', problem: `The map has no line that links ${folder}/.` }));
}

function foldersOf(files: string[]): string[] {
  const folders = files.flatMap((file) => {
    const parents = file.split('/').slice(0, -1);
    return parents.map((_, index) => parents.slice(0, index + 1).join('/'));
  });
  return [...new Set(folders)].filter((folder) => /^(src\/(server\/)?)?[^./][^/]*$/.test(folder)).toSorted();
}
