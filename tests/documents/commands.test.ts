import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { callProgram } from '../support/app/run-program.ts'

const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  ...globSync('packages/*/README.md'),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name)),
].filter((name) => name.endsWith('.md'))

const shell = await callProgram(['completion', 'bash'])
const paths = [...shell.stdout.matchAll(/^ {4}'futureworld (?<path>[^']+)'\)/gm)].map(
  ({ groups }) => groups?.path ?? '',
)

/** A command, or a command group with its subcommand. */
function isCommand(name: string): boolean {
  const [command = ''] = name.split(' ')
  const hasCommands = paths.some((path) => path.startsWith(`${command} `)) && !['restore'].includes(command)
  return paths.includes(hasCommands ? name : command)
}

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))

for (const document of documents) {
  const text = readFileSync(document, 'utf8')

  test(`${document} names only npm scripts that exist`, () => {
    const named = [...text.matchAll(/npm run (?<name>[\w:-]+)/g)].map(({ groups }) => groups?.name ?? '')
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })

  test(`${document} names only program commands that exist`, () => {
    const named = [...text.matchAll(/(?:`|npx |bin\/)futureworld(?:\.mjs)? (?<name>[a-z][a-z-]*(?: [a-z-]+)?)/g)]
    const unknown = named.map(({ groups }) => groups?.name ?? '').filter((name) => !isCommand(name))
    expect(unknown).toEqual([])
  })

  test(`${document} names only source files that exist`, () => {
    const paths = [
      ...text.matchAll(
        /`(?<path>(?:src|packages|tests|scripts|bench|features|platform|app|cli|demo)\/[\w./-]+\.(?:tsx?|mjs))`/g,
      ),
    ]
    const missing = paths
      .map(({ groups }) => groups?.path ?? '')
      .filter((path) => ['', 'src', dirname(document)].every((folder) => !existsSync(join(folder, path))))
    expect(missing).toEqual([])
  })
}
