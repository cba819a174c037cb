import { readFileSync } from 'node:fs'

// `npm run sbom` lists the product's packages as CycloneDX 1.5, for vulnerability scanners. It reads the lockfile,
// because npm's own list without "dev" omits packages that the product and tests share, such as React, and the list
// with "dev" fails because two test tools disagree about a version.

type Entry = {
  version: string
  integrity?: string
  license?: string
  dev?: boolean
  optional?: boolean
  /** A package of this repository, which is part of the product itself. */
  link?: boolean
}

/** Licences that the package's metadata omits, as stated inside the package. */
const knownLicences: Record<string, string> = { 'png-js': 'MIT' }

const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'))
const { packages }: { packages: Record<string, Entry> } = JSON.parse(readFileSync('package-lock.json', 'utf8'))

const components = Object.entries(packages)
  .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
  .map(([path, entry]) => toComponent(path.split('node_modules/').at(-1) ?? '', entry))
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

function toComponent(name: string, { version, integrity, license = knownLicences[name], optional = false }: Entry) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    scope: optional ? 'optional' : 'required',
    purl,
    // Packages for other platforms have no hash, because they were never downloaded here.
    ...(integrity && { hashes: [{ alg: 'SHA-512', content: toHex(integrity) }] }),
    ...(license && { licenses: [/[ (]/.test(license) ? { expression: license } : { license: { id: license } }] }),
  }
}

function toHex(integrity: string): string {
  return Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')
}
