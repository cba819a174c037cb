import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = 'docs/operations'
/** The documents of which each names its own commands; the others have tests of their own. */
const documents = [
  'install.md',
  'first-administrator.md',
  'payment-keys.md',
  'upgrade.md',
  'secrets.md',
  'failures.md',
  'commands.md',
]

/** Which test runs a command, by its first words. */
const runBy: Record<string, string> = {
  createdb: 'tests/operations/install.test.ts',
  createuser: 'tests/operations/install.test.ts',
  haproxy: 'tests/support/start-proxy.ts',
  'npm run admin': 'tests/support/run-admin.ts',
  'npm run build': 'scripts/run-tests.ts',
  'npm run migrate': 'tests/operations/install.test.ts',
  'npm run reconcile': 'tests/promises/operator-payments.test.ts',
  'npm run stripe:smoke': 'tests/promises/operator-payments.test.ts',
  'npm start': 'tests/support/start-site.ts',
  openssl: 'tests/operations/install.test.ts',
}

const index = readFileSync(join(folder, 'README.md'), 'utf8')
const [, table = ''] = index.split('## Commands in these documents')
const notRun = [...table.matchAll(/^\| (?<cell>`[^|]*`) +\|/gm)].flatMap(({ groups }) =>
  [...(groups?.cell ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
)

/** The lines of the blocks of a shell, each command by itself, without what only says who runs it. */
function commandsIn(document: string): string[] {
  const text = readFileSync(join(folder, document), 'utf8').replaceAll('\\\n', ' ')
  const blocks = [...text.matchAll(/^ *```sh\n(.*?)^ *```/gms)].map(([, block = '']) => block)
  return blocks
    .flatMap((block) => block.split('\n'))
    .flatMap((line) => line.split(/ && | \| /))
    .map((command) => command.trim().replace(/^sudo (-u \w+ )?/, ''))
    .filter((command) => command !== '' && !command.startsWith('cd '))
}

test.each(documents)('each command of %s is run by a test, or said not to have been run', (document) => {
  const isKnown = (command: string) =>
    [...Object.keys(runBy), ...notRun].some((words) => command === words || command.startsWith(`${words} `))
  expect(commandsIn(document).filter((command) => !isKnown(command))).toEqual([])
})

test('whatever is said to be run by a test has one, and no command is in both lists', () => {
  expect(Object.values(runBy).filter((file) => !existsSync(file))).toEqual([])
  expect(notRun.filter((name) => name in runBy)).toEqual([])
})

test('every document of operations stands in their index', () => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md')
  expect(names.filter((name) => !index.includes(name))).toEqual([])
})

test('links from one document of operations to a heading of another lead to it', () => {
  const missing = readdirSync(folder).flatMap((document) =>
    [...readFileSync(join(folder, document), 'utf8').matchAll(/\]\(([\w-]*\.?m?d?)#([\w-]+)\)/g)]
      .filter(([, file, heading = '']) => !anchorsIn(file || document).includes(heading))
      .map(([link]) => `${document}: ${link}`),
  )
  expect(missing).toEqual([])
})

test('every alert leads to a section that says what to do', () => {
  const files = readdirSync('operations', { recursive: true, encoding: 'utf8' }).filter((name) => /\.ya?ml$/.test(name))
  const named = files.flatMap((name) => [
    ...readFileSync(join('operations', name), 'utf8').matchAll(/docs\/operations\/([\w-]+\.md)#([\w-]+)/g),
  ])
  expect(
    named.filter(([, file = '', heading = '']) => !anchorsIn(file).includes(heading)).map(([link]) => link),
  ).toEqual([])
})

function anchorsIn(document: string): string[] {
  const text = readFileSync(join(folder, document), 'utf8')
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, words = '']) =>
    words
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )
  return [...headings, ...[...text.matchAll(/<a id="([\w-]+)">/g)].map(([, name = '']) => name)]
}
