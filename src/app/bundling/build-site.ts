import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { constants, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { access, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { StartRefused } from '#platform/server/operator-errors.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const buildFolder = join(root, 'build')
const stampFile = join(buildFolder, 'stamp')
const pageBuilder = join(root, 'node_modules/@react-router/dev/bin.cjs')
const siteBuilder = join(root, 'node_modules/vite/bin/vite.js')

/** A build never takes longer than this. */
const LOCK_TIMEOUT_MS = 10 * MINUTE_MS

/** The build's inputs, which decide whether it is up to date. */
const sources = [
  'src',
  'packages/stripe-sandbox/package.json',
  'packages/stripe-sandbox/src',
  'public',
  'package-lock.json',
  'vite.config.ts',
  'vite.document.config.ts',
  'vite.site.config.ts',
  'react-router.config.ts',
]

/**
 * Builds the pages and the server if their sources have changed since the last build. An up-to-date build starts
 * without build tools, so `npm ci --omit=dev` is enough. @returns whether it built @throws StartRefused if it cannot
 * build
 */
export async function buildSite(): Promise<boolean> {
  const stamp = computeStamp()
  if (await isUpToDate(stamp)) return false
  if (!existsSync(pageBuilder)) throw buildToolsMissing()
  await requireWritable(existsSync(buildFolder) ? buildFolder : root)
  const lock = lockBuild()
  try {
    if (await isUpToDate(stamp)) return false
    await rm(stampFile, { force: true })
    await runBuild([pageBuilder, 'build'])
    await runBuild([siteBuilder, 'build', '--config', 'vite.document.config.ts'])
    await runBuild([siteBuilder, 'build', '--config', 'vite.site.config.ts'])
    await compressFiles(join(root, 'build/client'))
    // Written last, so that an interrupted build is repeated.
    await writeFile(stampFile, stamp)
    return true
  } finally {
    lock.close()
  }
}

async function isUpToDate(stamp: string): Promise<boolean> {
  return (await readFile(stampFile, 'utf8').catch(() => '')) === stamp
}

/** Stops two processes from overwriting each other's build. The second one waits and then finds it done. */
function lockBuild(): DatabaseSync {
  // Kept outside the build folder, which a build empties.
  const folder = join(root, '.react-router')
  mkdirSync(folder, { recursive: true })
  const lock = new DatabaseSync(join(folder, 'build-lock.sqlite'), { timeout: LOCK_TIMEOUT_MS })
  lock.exec('begin exclusive')
  return lock
}

function buildToolsMissing() {
  return new StartRefused(
    'The web pages haven’t been built from these sources, and the build tools aren’t installed. Run npm ci && npm run build, then npm prune --omit=dev.',
  )
}

async function requireWritable(folder: string): Promise<void> {
  await access(folder, constants.W_OK).catch(() => {
    throw new StartRefused(
      'The web pages haven’t been built from these sources, and this user can’t write to their folder. Run npm run build as the user who owns the folder, then start again.',
    )
  })
}

/**
 * Every start waits for this. Reading two thousand small files synchronously is faster than using a thread for each.
 */
function computeStamp(): string {
  const hash = createHash('sha256')
  for (const path of sources) {
    for (const file of listFiles(join(root, path))) {
      hash.update(file.slice(root.length))
      hash.update(readFileSync(file))
    }
  }
  return hash.digest('hex')
}

/** Lists the file itself, or all files in a folder except tests, sorted. */
function listFiles(path: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats?.isDirectory()) return stats ? [path] : []
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
  return files.map((entry) => join(entry.parentPath, entry.name)).sort()
}

function runBuild(parameters: string[]): Promise<void> {
  const build = spawn(process.execPath, parameters, {
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
  for (const file of listFiles(folder).filter((name) => compressible.test(name))) {
    const content = await readFile(file)
    await writeFile(`${file}.br`, await promisify(brotliCompress)(content))
    await writeFile(`${file}.gz`, await promisify(gzip)(content))
  }
}
