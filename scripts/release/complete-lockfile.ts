import { readFileSync, writeFileSync } from 'node:fs'

// `npm run lockfile`, after every `npm install`: npm omits packages for other platforms from the lockfile if the
// registry does not offer them, and `npm ci` then refuses it as incomplete. This adds an entry for each with only its
// platform, because such a package is never installed here.

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
    if (!isListed(path, name))
      added[`node_modules/${name}`] = { version, ...(dev && { dev }), ...describePlatform(name) }
  }
}

const packages = Object.entries({ ...lockfile.packages, ...added }).sort(([first], [second]) =>
  first < second ? -1 : 1,
)
writeFileSync(
  'package-lock.json',
  `${JSON.stringify({ ...lockfile, packages: Object.fromEntries(packages) }, null, 2)}\n`,
)
process.stdout.write(`${Object.keys(added).length} packages of other platforms listed\n`)

/** True if the package is next to the one that needs it, or in any folder above. */
function isListed(path: string, name: string): boolean {
  const folders = path
    .split('/node_modules/')
    .map((_, depth, parts) => parts.slice(0, depth + 1).join('/node_modules/'))
  return ['', ...folders].some((folder) => `${folder && `${folder}/`}node_modules/${name}` in lockfile.packages)
}

function describePlatform(name: string): Entry {
  const words = name.split('/').at(-1)?.split('-') ?? []
  const os = systems.filter((system) => words.includes(system))
  const cpu = processors.filter((processor) => words.includes(processor))
  if (os.length + cpu.length === 0) throw new Error(`${name} is missing from the lockfile and is not for one platform`)
  const isMusl = words.some((word) => word.startsWith('musl'))
  return {
    optional: true,
    ...(os.length > 0 && { os }),
    ...(cpu.length > 0 && { cpu }),
    ...(os.includes('linux') && { libc: [isMusl ? 'musl' : 'glibc'] }),
  }
}
