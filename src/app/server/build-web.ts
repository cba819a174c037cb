import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { constants, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { access, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { StartRefused } from '#platform/server/start-refused.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const buildFolder = join(root, 'build')
const stampFile = join(buildFolder, 'stamp')
const pageBuilder = join(root, 'node_modules/@react-router/dev/bin.cjs')
const siteBuilder = join(root, 'node_modules/vite/bin/vite.js')

const LONGEST_BUILD_MS = 10 * 60_000

/** What pages and server are built of. */
const sources = [
  'src',
  'public',
  'package-lock.json',
  'vite.config.ts',
  'vite.site.config.ts',
  'react-router.config.ts',
]

/**
 * Builds pages and server where their sources have changed since the last build. What is current is started without what
 * builds: `npm ci --omit=dev` is enough for it. @returns whether it built @throws StartRefused where it cannot
 */
export async function buildWeb(): Promise<boolean> {
  const stamp = stampOf(sources)
  if (await isBuiltFrom(stamp)) return false
  if (!existsSync(pageBuilder)) throw notBuilt()
  await access(existsSync(buildFolder) ? buildFolder : root, constants.W_OK).catch(() => {
    throw notOurs()
  })
  const turn = waitForTurn()
  try {
    if (await isBuiltFrom(stamp)) return false
    await rm(stampFile, { force: true })
    await runBuild([pageBuilder, 'build'])
    await runBuild([siteBuilder, 'build', '--config', 'vite.site.config.ts'])
    await compressFiles(join(root, 'build/client'))
    // Written last: a build that was interrupted is made again.
    await writeFile(stampFile, stamp)
    return true
  } finally {
    turn.close()
  }
}

async function isBuiltFrom(stamp: string): Promise<boolean> {
  return (await readFile(stampFile, 'utf8').catch(() => '')) === stamp
}

/** Two processes that start on one machine would write over each other's pages: the second waits, and finds them built. */
function waitForTurn(): DatabaseSync {
  // Not in the folder that a build empties.
  const folder = join(root, '.react-router')
  mkdirSync(folder, { recursive: true })
  const lock = new DatabaseSync(join(folder, 'turn.sqlite'), { timeout: LONGEST_BUILD_MS })
  lock.exec('begin exclusive')
  return lock
}

function notBuilt() {
  return new StartRefused(
    'The web pages are not built from these sources, and what builds them is not installed. Run npm ci && npm run build, and npm prune --omit=dev after that.',
  )
}

function notOurs() {
  return new StartRefused(
    'The web pages are not built from these sources, and this user may not write them. Run npm run build as the user that the folder belongs to, and start again.',
  )
}

/** Each start waits for it: two thousand small files are read sooner without a thread's help for each of them. */
function stampOf(paths: string[]): string {
  const hash = createHash('sha256')
  for (const path of paths) {
    for (const file of filesBelow(join(root, path))) {
      hash.update(file.slice(root.length))
      hash.update(readFileSync(file))
    }
  }
  return hash.digest('hex')
}

/** The file itself, or all files below a folder but tests, in order. */
function filesBelow(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return found ? [path] : []
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
  return files.map((entry) => join(entry.parentPath, entry.name)).sort()
}

function runBuild(words: string[]): Promise<void> {
  const build = spawn(process.execPath, words, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: Buffer[] = []
  build.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  build.stderr.on('data', (chunk: Buffer) => output.push(chunk))
  return new Promise((resolve, reject) => {
    build.on('error', reject)
    build.on('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`The web build failed:\n${Buffer.concat(output).toString()}`))
    })
  })
}

const compressible = /\.(?:js|css|svg|json|webmanifest|txt|xml)$/

async function compressFiles(folder: string) {
  for (const file of filesBelow(folder).filter((name) => compressible.test(name))) {
    const content = await readFile(file)
    await writeFile(`${file}.br`, await promisify(brotliCompress)(content))
    await writeFile(`${file}.gz`, await promisify(gzip)(content))
  }
}
