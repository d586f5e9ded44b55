import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Prints the SBOM of production as CycloneDX. `npm sbom --omit dev` also omits packages that a tool of ours shares,
 * such as zod. So this lists all, even with NODE_ENV=production, and removes those that npm marks as development.
 */
type Component = { 'bom-ref': string; properties?: { name: string }[] };
type Dependency = { ref: string; dependsOn: string[] };
type Bom = { components: Component[]; dependencies: Dependency[] };

const root = fileURLToPath(new URL('..', import.meta.url));
const args = ['sbom', '--package-lock-only', '--include', 'dev', '--sbom-format', 'cyclonedx'];
const printed = execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
const bom = JSON.parse(printed) as Bom;
const tools = new Set(bom.components.filter(isTool).map((component) => component['bom-ref']));
bom.components = bom.components.filter((component) => !tools.has(component['bom-ref']));
bom.dependencies = bom.dependencies
  .filter(({ ref }) => !tools.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((needed) => !tools.has(needed)) }));
process.stdout.write(`${JSON.stringify(bom, undefined, 2)}\n`);

function isTool({ properties = [] }: Component): boolean {
  return properties.some(({ name }) => name === 'cdx:npm:package:development');
}
