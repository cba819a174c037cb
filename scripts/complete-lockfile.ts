import { readFileSync, writeFileSync } from 'node:fs'

// `npm run lockfile`, after every `npm install`: a registry in reach may not offer a package for each other platform,
// and npm then leaves it out of the lockfile, which `npm ci` later refuses as incomplete. Such a package is never
// installed here: its entry says for which platform it is, and nothing else is known of it.

type Entry = {
  version?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'aix', 'win32']
const processors = ['arm64', 'arm', 'x64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32']

const lockfile: { packages: Record<string, Entry> } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const added: Record<string, Entry> = {}

for (const [path, { optionalDependencies = {}, dev }] of Object.entries(lockfile.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (!isListed(path, name)) added[`node_modules/${name}`] = { version, ...(dev && { dev }), ...platformOf(name) }
  }
}

const packages = Object.entries({ ...lockfile.packages, ...added }).sort(([one], [other]) => (one < other ? -1 : 1))
writeFileSync(
  'package-lock.json',
  `${JSON.stringify({ ...lockfile, packages: Object.fromEntries(packages) }, null, 2)}\n`,
)
process.stdout.write(`${Object.keys(added).length} packages of other platforms listed\n`)

/** Beside the package that asks for it, or anywhere above. */
function isListed(path: string, name: string): boolean {
  const places = path.split('/node_modules/').map((_, depth, parts) => parts.slice(0, depth + 1).join('/node_modules/'))
  return ['', ...places].some((place) => `${place && `${place}/`}node_modules/${name}` in lockfile.packages)
}

function platformOf(name: string): Entry {
  const words = name.split('/').at(-1)?.split('-') ?? []
  const os = systems.filter((system) => words.includes(system))
  const cpu = processors.filter((processor) => words.includes(processor))
  if (os.length + cpu.length === 0) throw new Error(`${name} is not for a platform: why does the lockfile lack it?`)
  const isMusl = words.some((word) => word.startsWith('musl'))
  return {
    optional: true,
    ...(os.length > 0 && { os }),
    ...(cpu.length > 0 && { cpu }),
    ...(os.includes('linux') && { libc: [isMusl ? 'musl' : 'glibc'] }),
  }
}
