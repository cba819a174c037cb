import { readFileSync } from 'node:fs'

// `npm run sbom`: what the product is made of, as CycloneDX 1.5, for a program that looks for known weaknesses in it.
// Written from the lockfile: npm's own list without "dev" leaves out what the product and its tests both need, React for
// one, and its list with "dev" is refused because two of the tests' tools disagree about a version.

type Entry = { version: string; integrity?: string; license?: string; dev?: boolean; optional?: boolean }

/** What its own description forgets to say; read in the package. */
const unsaid: Record<string, string> = { 'png-js': 'MIT' }

const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'))
const { packages }: { packages: Record<string, Entry> } = JSON.parse(readFileSync('package-lock.json', 'utf8'))

const components = Object.entries(packages)
  .filter(([path, { dev }]) => path !== '' && !dev)
  .map(([path, entry]) => componentOf(path.split('node_modules/').at(-1) ?? '', entry))
const unique = new Map(components.map((component) => [component['bom-ref'], component]))

process.stdout.write(
  `${JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      version: 1,
      metadata: { component: { type: 'application', 'bom-ref': name, name, version } },
      components: [...unique.values()],
    },
    null,
    2,
  )}\n`,
)

function componentOf(name: string, { version, integrity, license = unsaid[name], optional = false }: Entry) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    scope: optional ? 'optional' : 'required',
    purl,
    // Without one: for a platform whose package was never seen here.
    ...(integrity && { hashes: [{ alg: 'SHA-512', content: hexOf(integrity) }] }),
    ...(license && { licenses: [/[ (]/.test(license) ? { expression: license } : { license: { id: license } }] }),
  }
}

function hexOf(integrity: string): string {
  return Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')
}
