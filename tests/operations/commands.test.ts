import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = 'docs/operations'
/** Documents whose commands are checked here. Other documents have tests of their own. */
const documents = [
  'install.md',
  'first-administrator.md',
  'payment-keys.md',
  'upgrade.md',
  'secrets.md',
  'failures.md',
  'commands.md',
]

/** The test that runs each command, by its first words. */
const runBy: Record<string, string> = {
  createdb: 'tests/operations/install.test.ts',
  createuser: 'tests/operations/install.test.ts',
  haproxy: 'tests/support/site/start-proxy.ts',
  'npm run build': 'scripts/test/run-all.ts',
  'npx futureworld account': 'tests/processes/embedded/operator-commands.test.ts',
  'npx futureworld archive': 'tests/promises/operator-commands.test.ts',
  'npx futureworld audit': 'tests/promises/operator-commands.test.ts',
  'npx futureworld check-stripe': 'tests/promises/operator-payments.test.ts',
  'npx futureworld migrate': 'tests/operations/install.test.ts',
  'npx futureworld rate': 'tests/promises/operator-commands.test.ts',
  'npx futureworld reconcile': 'tests/processes/embedded/operator-commands.test.ts',
  'npm start': 'tests/support/site/start-site.ts',
  openssl: 'tests/operations/install.test.ts',
}

const index = readFileSync(join(folder, 'README.md'), 'utf8')
const [, table = ''] = index.split('## Commands in these documents')
const notRun = [...table.matchAll(/^\| (?<cell>`[^|]*`) +\|/gm)].flatMap(({ groups }) =>
  [...(groups?.cell ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
)

/** The commands in the document's shell blocks, one by one and without sudo. */
function listCommands(document: string): string[] {
  const text = readFileSync(join(folder, document), 'utf8').replaceAll('\\\n', ' ')
  const blocks = [...text.matchAll(/^ *```sh\n(.*?)^ *```/gms)].map(([, block = '']) => block)
  return blocks
    .flatMap((block) => block.split('\n'))
    .flatMap((line) => line.split(/ && | \| /))
    .map((command) => command.trim().replace(/^sudo (-u \w+ )?/, ''))
    .filter((command) => command !== '' && !command.startsWith('cd '))
}

test.each(documents)('each command of %s is run by a test or listed as not run', (document) => {
  const isKnown = (command: string) =>
    [...Object.keys(runBy), ...notRun].some((prefix) => command === prefix || command.startsWith(`${prefix} `))
  expect(listCommands(document).filter((command) => !isKnown(command))).toEqual([])
})

test('each command listed as tested has a test file, and no command is in both lists', () => {
  expect(Object.values(runBy).filter((file) => !existsSync(file))).toEqual([])
  expect(notRun.filter((name) => name in runBy)).toEqual([])
})

test('every operations document is in the index', () => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md')
  expect(names.filter((name) => !index.includes(name))).toEqual([])
})

test('links between operations documents lead to existing headings', () => {
  const missing = readdirSync(folder).flatMap((document) =>
    [...readFileSync(join(folder, document), 'utf8').matchAll(/\]\(([\w-]*\.?m?d?)#([\w-]+)\)/g)]
      .filter(([, file, heading = '']) => !listAnchors(file || document).includes(heading))
      .map(([link]) => `${document}: ${link}`),
  )
  expect(missing).toEqual([])
})

test("every alert's runbook link leads to an existing section", () => {
  const files = readdirSync('operations', { recursive: true, encoding: 'utf8' }).filter((name) => /\.ya?ml$/.test(name))
  const named = files.flatMap((name) => [
    ...readFileSync(join('operations', name), 'utf8').matchAll(/docs\/operations\/([\w-]+\.md)#([\w-]+)/g),
  ])
  expect(
    named.filter(([, file = '', heading = '']) => !listAnchors(file).includes(heading)).map(([link]) => link),
  ).toEqual([])
})

function listAnchors(document: string): string[] {
  const text = readFileSync(join(folder, document), 'utf8')
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, prefix = '']) =>
    prefix
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )
  return [...headings, ...[...text.matchAll(/<a id="([\w-]+)">/g)].map(([, name = '']) => name)]
}
