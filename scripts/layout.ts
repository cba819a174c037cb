import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

const MAX_FILES_IN_A_FOLDER = 40
const MIN_LINES = 25
/** The generated table types may be longer. */
const MAX_LINES = 250
/** Exceptions: small files that decide something, or that the layout or a lazy import requires. */
const MAX_SMALL_FILES = 30

const name = '[a-z0-9]+(-[a-z0-9]+)*'

/** Kinds of component; each component's file name ends with one of them. */
const components = [
  'avatar|badge|badges|banner|bar|bell|calendar|card|chart|controls|details|dialog|field|fields|form|frame|heading|icons',
  'illustration|link|list|page|panel|picker|section|sections|table|terms|text',
].join('|')

/** The files of a room. An area without rooms is a room itself. */
const roomFiles = [
  /^(contract|rules)\.ts$/,
  file(`(contract|rules)/${name}\\.ts`),
  // Tests that cover only part of a room's rules.
  file(`${name}\\.test\\.ts`),
  file(`(contract|rules)/${name}\\.test\\.ts`),
  // Either one operation, such as `book-session.ts`, or small operations on one noun, such as `passkeys.ts`.
  file(`server/(pdf/)?${name}(\\.test)?\\.ts`),
  // Word lists that the code only looks up.
  file(`server/${name}\\.txt`),
  file(`web/(public|public-[a-z]+|(${name}-)?(${components}))\\.tsx`),
  file(`web/${name}(\\.test)?\\.ts`),
  file(`web/${name}\\.test\\.tsx`),
]

const areaFiles = [...roomFiles, /^README\.md$/, /^packages\.ts$/]
const rootOnlyFiles = /^(README\.md|packages\.ts|server\/(tables|jobs|email-previews)\.ts)$/

/** Layers without rooms, in which only the form of the file name is fixed. */
const layerFile = file(`(${name}/)*${name}(\\.(test|client|server))?\\.(tsx?|css|js)`)

const vagueName =
  /(^|-)(utils?|helpers?|misc|common|manager|service|(?<!error-)handler|lib|stuff|index|constants)(\.test)?\.tsx?$/

/** Words that the glossary rejects in every file name, by the word to use instead. */
const rejectedWords = Object.entries({
  email: 'mail mails letter letters',
  document: 'paper papers',
  notify: 'tell tells',
  preview: 'foretell foretells',
  waitlist: 'wish wishes earlier',
  'session type': 'held',
  impersonate: 'viewer',
  purge: 'forget forgets',
  sync: 'converge',
  'number sequence': 'series',
  metric: 'figure figures',
  mutex: 'turns',
  batch: 'round rounds',
  honeypot: 'trap',
  revoke: 'distrust',
  newsletter: 'news spread',
  'rate limit': 'guess guesses',
  blocker: 'obstacle obstacles',
}).flatMap(([preferredWord, rejected]) => rejected.split(' ').map((word) => [word, preferredWord] as const))

/** The layout requires these files, so they may be small. */
const namedByLayout =
  /^(routes|tables|jobs|public|public-[a-z]+|personal-data|purge-expired|email-previews|contract|rules)\.tsx?$/

if (import.meta.main) reportLayoutFaults(resolve(process.argv[2] ?? '.'))

/** Part of `npm run boundaries`: checks what imports do not show. */
function reportLayoutFaults(root: string): void {
  const faults = findLayoutFaults(root)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}

/** Finds files in the wrong folder, wrong names, crowded folders, long files and too many small ones. */
export function findLayoutFaults(root: string): string[] {
  const files = globSync('src/**/*.*', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
  return [
    ...files.flatMap(findNameFaults),
    ...findCrowdedFolders(files),
    ...findLongFiles(root),
    ...describeSmallFiles(findSmallFiles(root, files.filter(isSource)), MAX_SMALL_FILES),
  ]
}

function findNameFaults(path: string): string[] {
  const words = basename(path).split(/[-.]/)
  const rejected = rejectedWords.filter(([word]) => words.includes(word))
  return [
    ...(isAllowedInFolder(path) ? [] : [`${path}: no file of this name has a place in this folder`]),
    ...(vagueName.test(path.slice(path.lastIndexOf('/') + 1)) ? [`${path}: the name says nothing`] : []),
    ...rejected.map(([word, preferredWord]) => `${path}: "${word}" is called "${preferredWord}" here`),
  ]
}

function isAllowedInFolder(path: string): boolean {
  const [, layer, area, ...inside] = path.split('/')
  if (layer !== 'features') return layerFile.test(path.slice('src/'.length))
  if (!area || inside.length === 0) return false
  const isAtTheRoot = inside.length === 1 || /^(contract|rules|server|web)$/.test(inside[0] ?? '')
  if (isAtTheRoot) return areaFiles.some((pattern) => pattern.test(inside.join('/')))
  const pathInRoom = inside.slice(1).join('/')
  return !rootOnlyFiles.test(pathInRoom) && roomFiles.some((pattern) => pattern.test(pathInRoom))
}

function findCrowdedFolders(files: string[]): string[] {
  const folders = Object.groupBy(files.filter(isSource), (path) => dirname(path))
  return Object.entries(folders)
    .filter(([, inside = []]) => inside.length > MAX_FILES_IN_A_FOLDER)
    .map(([folder, inside = []]) => `${folder}: ${inside.length} files, of at most ${MAX_FILES_IN_A_FOLDER}`)
}

/** Includes packages but not tests, whose length depends on their number of cases. */
function findLongFiles(root: string): string[] {
  const isHandWritten = (path: string) => isSource(path) && !path.endsWith(join('db', 'schema.ts'))
  const files = globSync(['src/**/*.*', 'packages/*/src/**/*.*'], { cwd: root }).filter(isHandWritten)
  return files
    .map((path) => ({ path: path.replaceAll('\\', '/'), lines: countLines(readFileSync(join(root, path), 'utf8')) }))
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ path, lines }) => `${path}: ${lines} lines, of at most ${MAX_LINES}`)
    .sort()
}

/** Small files that have only one importer, each with that importer. */
function findSmallFiles(root: string, files: string[]): [string, string][] {
  const texts = new Map(files.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  const importers = new Map<string, Set<string>>()
  for (const [path, text] of texts)
    for (const [, specifier = ''] of text.matchAll(/(?:from|import)\s*\(?\s*'([#.][^']+)'/g)) {
      const imported = specifier.startsWith('#') ? `src/${specifier.slice(1)}` : join(dirname(path), specifier)
      const target = imported.replaceAll('\\', '/')
      importers.set(target, (importers.get(target) ?? new Set()).add(path))
    }
  return files.flatMap((path): [string, string][] => {
    const [importer, ...otherImporters] = importers.get(path) ?? []
    const isSmall = countLines(texts.get(path) ?? '') < MIN_LINES
    if (!importer || otherImporters.length > 0 || !isSmall || namedByLayout.test(basename(path))) return []
    return [[path, importer]]
  })
}

function describeSmallFiles(smallFiles: [string, string][], limit: number): string[] {
  if (smallFiles.length <= limit) return []
  const rule = `${smallFiles.length} files of fewer than ${MIN_LINES} lines have one importer, of at most ${limit}`
  return [`${rule}: let one go into its importer`, ...smallFiles.map(([path, importer]) => `  ${path} -> ${importer}`)]
}

function countLines(text: string): number {
  return text.split('\n').length - 1
}

function isSource(path: string): boolean {
  return /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)
}

function file(pattern: string): RegExp {
  return new RegExp(`^${pattern}$`)
}
