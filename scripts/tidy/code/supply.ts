import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../finding.ts';

const RULES = 'scripts/tidy/code/supply.json';
const LOCK = 'package-lock.json';

type Locked = { version: string; license?: string; hasInstallScript?: boolean; integrity?: string; resolved?: string };
type Floor = { package: string; floor: string; advisory: string; accepted?: Record<string, string> };
type Rules = {
  /** Licence to the condition that we have to meet, or to an empty string. */
  licences: Record<string, string>;
  /** Package to the work of its install script. */
  installScripts: Record<string, string>;
  /** First versions without a known vulnerability. `accepted` maps the path of an older copy to the reason. */
  floors: Floor[];
};

type Copy = Locked & { path: string; name: string };

/**
 * Checks package-lock.json alone, so without a network: reviewed licences, no unknown install scripts, no known
 * vulnerable versions, only registry addresses, and a checksum for each package.
 */
export function supply(root: string): Finding[] {
  const rules = read<Rules>(root, RULES);
  const { packages } = read<{ packages: Record<string, Locked> }>(root, LOCK);
  const copies = Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, locked]) => ({ ...locked, path, name: path.split('node_modules/').at(-1) ?? path }));
  return [
    ...copies.flatMap((copy) => problemsOf(copy, rules)).map((problem) => ({ file: LOCK, problem })),
    ...unusedRules(copies, rules).map((problem) => ({ file: RULES, problem })),
  ];
}

function read<Content>(root: string, file: string): Content {
  return JSON.parse(readFileSync(join(root, file), 'utf8')) as Content;
}

function problemsOf(copy: Copy, { licences, installScripts, floors }: Rules): string[] {
  const { path, name, version, license = 'none', hasInstallScript, integrity, resolved } = copy;
  const problems: string[] = [];
  if (!integrity) problems.push(`${path} has no checksum.`);
  if (resolved) problems.push(`${path} comes from ${resolved}, not from the registry that is set.`);
  if (!isAllowed(license, licences))
    problems.push(`${path} has the licence ${license}, which ${RULES} does not allow.`);
  if (hasInstallScript && !Object.keys(installScripts).some((allowed) => isNamed(name, allowed)))
    problems.push(`${path} runs a script while it is installed, which ${RULES} does not allow.`);
  for (const { package: holed, floor, advisory, accepted = {} } of floors)
    if (name === holed && isBelow(version, floor) && !accepted[path])
      problems.push(`${path} is ${version}; ${advisory} is mended in ${floor}.`);
  return problems;
}

/** `(A OR B)` needs one of them, `A AND B` both. */
function isAllowed(license: string, licences: Rules['licences']): boolean {
  const words = license.replaceAll(/[()]/g, '');
  if (words.includes(' OR ')) return words.split(' OR ').some((one) => isAllowed(one, licences));
  return words.split(' AND ').every((one) => one in licences);
}

function isNamed(name: string, allowed: string): boolean {
  return allowed.endsWith('/*') ? name.startsWith(allowed.slice(0, -1)) : name === allowed;
}

function isBelow(version: string, floor: string): boolean {
  const [has, needs] = [version, floor].map((one) => (one.split('-')[0] ?? '').split('.').map(Number));
  const at = [0, 1, 2].find((index) => has?.[index] !== needs?.[index]);
  return at !== undefined && (has?.[at] ?? 0) < (needs?.[at] ?? 0);
}

/** An unused rule could hide a later package that needs a review. */
function unusedRules(copies: readonly Copy[], { installScripts, floors }: Rules): string[] {
  return [
    ...Object.keys(installScripts)
      .filter((allowed) => !copies.some(({ name, hasInstallScript }) => hasInstallScript && isNamed(name, allowed)))
      .map((allowed) => `Nothing called ${allowed} runs a script any more; take the line out.`),
    ...floors
      .filter((floor) => !copies.some(({ name }) => name === floor.package))
      .map((floor) => `Nothing needs ${floor.package} any more; take its floor out.`),
    ...floors
      .flatMap(({ floor, accepted = {} }) => Object.keys(accepted).map((path) => ({ path, floor })))
      .filter(({ path, floor }) => !copies.some((copy) => copy.path === path && isBelow(copy.version, floor)))
      .map(({ path }) => `${path} is no exception any more; take the line out.`),
  ];
}
