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

type LockedPackage = { dev?: boolean }

/**
 * The folder that the image would hold: what .dockerignore lets in, the web pages as they are built now, and the
 * packages that `npm ci --omit=dev` leaves. Links where the disk is the same: half a gigabyte is not copied.
 */
export function layOutImage(folder: string): void {
  for (const file of filesOfImage()) place(file, join(folder, file))
  placeFolder('build', join(folder, 'build'))
  const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(
    readFileSync('package-lock.json', 'utf8'),
  )
  const kept = Object.entries(packages).filter(
    ([path, { dev }]) => path && !dev && !path.startsWith('node_modules/node-'),
  )
  for (const [path] of kept) {
    // Packages of other platforms are listed, and not installed.
    if (lstatSync(path, { throwIfNoEntry: false })) placePackage(path, join(folder, path))
  }
}

/** What the allow-list of .dockerignore means, for the few forms that it uses. */
export function filesOfImage(): string[] {
  const lines = readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
  const [everything, ...rest] = lines
  if (everything !== '*') throw new Error('.dockerignore must begin with nothing, and add to it')
  const isLeftOut = (file: string) =>
    rest.some((line) => line.startsWith('**/*.') && file.endsWith(line.slice('**/*'.length)))
  return rest
    .filter((line) => line.startsWith('!'))
    .flatMap((line) => filesAt(line.slice(1)))
    .filter((file) => !isLeftOut(file))
}

function filesAt(path: string): string[] {
  if (!lstatSync(path).isDirectory()) return [path]
  return globSync(`${path}/**/*`, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Without the packages inside it, of which each has a line of its own. */
function placePackage(from: string, to: string) {
  for (const name of readdirSync(from)) {
    if (name !== 'node_modules') placeAny(join(from, name), join(to, name))
  }
}

function placeFolder(from: string, to: string) {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) placeAny(join(from, name), join(to, name))
}

function placeAny(from: string, to: string) {
  const kind = lstatSync(from)
  if (kind.isDirectory()) return placeFolder(from, to)
  mkdirSync(dirname(to), { recursive: true })
  if (kind.isSymbolicLink()) return symlinkSync(readlinkSync(from), to)
  place(from, to)
}

function place(from: string, to: string) {
  mkdirSync(dirname(to), { recursive: true })
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}
