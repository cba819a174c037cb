import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { chromium } from '@playwright/test'
import { expect, onTestFinished, test } from 'vitest'
import { newFolder } from '../../support/app/temporary.ts'
import { deliverEmailTo, incomingEmail, incomingEmailSettings, rawEmail } from '../../support/given/incoming-emails.ts'
import { findBrowser } from '../../support/site/find-browser.ts'
import { findParsers } from '../../support/site/parser-processes.ts'
import { freePort } from '../../support/site/start-site.ts'

/** Long enough for a busy machine; only a process that hangs takes longer. */
const longTimeout = { timeout: 300_000 }

test('the development server applies changes, shows errors, keeps form input and stops completely', {
  timeout: 600_000,
}, async () => {
  const folder = await copySources()
  const port = await freePort()
  const environment = {
    PORT: `${port}`,
    SANDBOX_PORT: `${await freePort()}`,
    DATA_DIR: join(folder, 'data'),
    ...incomingEmailSettings,
  }
  const url = `http://localhost:${port}`
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8'))
  const commandParts = scripts.dev.replace('node', process.execPath).split(' ')
  const development = await startDevelopment(commandParts, folder, environment)
  const page = await openPage(`${url}/register`)
  const robots = async () => (await fetch(`${url}/robots.txt`)).text()

  // This starts the parser process, which must stop with the other processes.
  const email = rawEmail({ from: 'MAILER-DAEMON@example.org', to: incomingEmail.address })
  expect((await deliverEmailTo(url, email)).body.data).toEqual({ outcome: 'ignored', because: 'automatic' })
  expect(findParsers(folder)).toHaveLength(1)

  // Public pages are plain documents, whose forms start when they are used.
  const contactPage = await openPage(`${url}/contact`)
  await contactPage.getByLabel('Name').fill('Ada')
  await contactPage.locator('button[type="submit"]', { hasText: 'Send message' }).waitFor(longTimeout)

  const name = page.getByLabel(/^(First|Given) name$/)
  await name.fill('Ada')
  const form = await openFile(folder, 'src/features/accounts/registration/web/register-page.tsx')
  await form.replace('label="First name"', 'label="Given name"')
  await page.getByLabel('Given name').waitFor(longTimeout)
  expect(await name.inputValue()).toBe('Ada')
  // If the site were restarting, this request would wait.
  await robots()
  expect(development.starts()).toBe(1)

  const server = await openFile(folder, 'src/app/page-server/site-files.ts')
  // The page reloads, and an error is shown only once it is connected again.
  const connected = page.waitForEvent('console', {
    predicate: (message) => message.text().includes('[vite] connected'),
    ...longTimeout,
  })
  await server.replace('User-agent', '# New\\nUser-agent')
  await expect.poll(robots, longTimeout).toContain('# New')
  await expect.poll(() => name.inputValue(), longTimeout).toBe('')
  await connected

  await server.replace('function robots', 'functio robots')
  await expect.poll(robots, longTimeout).toContain('functio robots')
  expect(development.output()).toContain('functio robots')
  await page.locator('vite-error-overlay').waitFor(longTimeout)
  await server.replace('function robots', 'function robots')
  await expect.poll(robots, longTimeout).toMatch(/^User-agent/)
  await page.locator('vite-error-overlay').waitFor({ ...longTimeout, state: 'detached' })

  expect(await development.end('SIGKILL')).toBe('nothing is left')
  await expect.poll(() => findParsers(folder), longTimeout).toEqual([])
  // If only npm receives a signal, it does not pass it on to its children.
  const restarted = await startDevelopment(['npm', 'run', 'dev'], folder, environment)
  expect(await robots()).toMatch(/^User-agent/)
  expect(await restarted.end('SIGTERM')).toBe('nothing is left')
})

/** Copies everything that `npm run dev` needs, so the test can change it. */
async function copySources(): Promise<string> {
  const folder = await newFolder()
  const paths = [
    'bin',
    'src',
    'migrations',
    'public',
    'scripts',
    'package.json',
    'vite.config.ts',
    'react-router.config.ts',
  ]
  for (const entry of paths) await cp(entry, join(folder, entry), { recursive: true })
  // Packages are linked one by one, so that caches in node_modules belong to the copy.
  await mkdir(join(folder, 'node_modules'))
  const packages = (await readdir('node_modules')).filter((name) => !/^\.(?!bin$)/.test(name))
  for (const name of packages) await symlink(resolve('node_modules', name), join(folder, 'node_modules', name))
  return folder
}

async function startDevelopment(commandParts: string[], folder: string, environment: Record<string, string>) {
  const [command = '', ...parameters] = commandParts
  const development = spawn(command, parameters, {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'development', LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [development.stdout, development.stderr]) stream.on('data', (chunk) => (output += chunk))
  onTestFinished(() => void development.kill('SIGKILL'))
  const starts = () => output.split('FutureWorld is ready').length - 1
  await expect.poll(starts, longTimeout).toBe(1)
  return { starts, output: () => output, end: (signal: NodeJS.Signals) => end(development, signal) }
}

/** All processes share the output, which closes when the last of them ends. */
async function end(development: ChildProcess, signal: NodeJS.Signals) {
  const closed = once(development, 'close')
  development.kill(signal)
  await closed
  return 'nothing is left'
}

async function openPage(address: string) {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] })
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  await page.goto(address, { ...longTimeout, waitUntil: 'networkidle' })
  return page
}

async function openFile(folder: string, path: string) {
  const file = join(folder, path)
  const original = await readFile(file, 'utf8')
  return { replace: (before: string, after: string) => writeFile(file, original.replace(before, after)) }
}
