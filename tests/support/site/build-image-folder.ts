import {
  copyFileSync,
  globSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

type LockedPackage = { dev?: boolean; link?: boolean }

/**
 * Builds the image's folder: the files that .dockerignore admits, the current web pages and the packages that `npm ci
 * --omit=dev` would install. Uses hard links where possible, to avoid copying half a gigabyte.
 */
export function buildImageFolder(folder: string): void {
  for (const file of listImageFiles()) linkOrCopy(file, join(folder, file))
  placeFolderContent('build', join(folder, 'build'))
  const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(
    readFileSync('package-lock.json', 'utf8'),
  )
  const packagePaths = Object.entries(packages).filter(
    // This repository's own packages are copied as sources, because .dockerignore admits them.
    ([path, { dev }]) => path.includes('node_modules/') && !dev && !path.startsWith('node_modules/node-'),
  )
  for (const [path, { link }] of packagePaths) {
    if (link) placeAny(path, join(folder, path))
    // The lockfile also lists packages for other platforms, which are not installed.
    else if (lstatSync(path, { throwIfNoEntry: false })) placePackage(path, join(folder, path))
  }
}

/** Interprets the allow-list in .dockerignore, but only the few forms that it uses. */
export function listImageFiles(): string[] {
  const lines = readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
  const [firstPattern, ...patterns] = lines
  if (firstPattern !== '*') throw new Error('.dockerignore must begin with nothing, and add to it')
  const isExcluded = (file: string) =>
    patterns.some((line) => line.startsWith('**/*.') && file.endsWith(line.slice('**/*'.length)))
  return patterns
    .filter((line) => line.startsWith('!'))
    .flatMap((line) => filesAt(line.slice(1)))
    .filter((file) => !isExcluded(file))
}

function filesAt(path: string): string[] {
  if (!lstatSync(path).isDirectory()) return [path]
  return globSync(`${path}/**/*`, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Leaves out nested packages, because each has its own entry. */
function placePackage(from: string, to: string) {
  for (const name of readdirSync(from)) {
    if (name !== 'node_modules') placeAny(join(from, name), join(to, name))
  }
}

function placeFolderContent(from: string, to: string) {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) placeAny(join(from, name), join(to, name))
}

function placeAny(from: string, to: string) {
  const stats = lstatSync(from)
  if (stats.isDirectory()) return placeFolderContent(from, to)
  mkdirSync(dirname(to), { recursive: true })
  if (stats.isSymbolicLink()) return symlinkSync(readlinkSync(from), to)
  linkOrCopy(from, to)
}

function linkOrCopy(from: string, to: string) {
  mkdirSync(dirname(to), { recursive: true })
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}
