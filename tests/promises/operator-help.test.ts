import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { callProgram } from '../support/app/run-program.ts'

/** The program's help and shell completion. */

const commands = [
  ...['start', 'dev', 'build', 'migrate', 'account create', 'account reset', 'rate', 'archive', 'audit check'],
  ...['backup', 'restore', 'restore drill', 'move-to-postgres', 'move-files', 'seal-data', 'reconcile', 'check-stripe'],
  ...['completion bash', 'completion zsh', 'completion fish'],
]

const runLine = async (line: string) => callProgram(line.split(' '), { DATA_DIR: '/nowhere' })

test.each(commands)('the help for futureworld %s has a description, requirements and examples', async (line) => {
  const { status, stdout, stderr } = await runLine(`${line} --help`)
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(new RegExp(`^Usage: futureworld ${line} `))
  expect(stdout).toMatch(/^[A-Z].{40,}/m)
  expect(stdout).toMatch(new RegExp(`^Examples:\\n  \\$ futureworld ${line}`, 'm'))
  expect(stdout).toMatch(/^Needs: \S.*\.$/m)
  expect(stdout.split('\n').filter((helpLine) => helpLine.length > 120)).toEqual([])
})

test("the program's help lists every command with a description", async () => {
  const { status, stdout } = await runLine('--help')
  expect(status).toBe(0)
  const missing = commands
    .map((line) => line.split(' ')[0])
    .filter((name) => !new RegExp(`^  ${name} +\\S+ \\S+`, 'm').test(stdout))
  expect(missing).toEqual([])
  expect((await runLine('help backup')).stdout).toBe((await runLine('backup --help')).stdout)
})

/** Returns the completions that bash offers after these words. */
function completeInBash(script: string, words: string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'futureworld-completion-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'futureworld')
  writeFileSync(file, script)
  const line = `source ${file}; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _futureworld; printf '%s\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = spawnSync('bash', ['-c', line, 'bash', 'futureworld', ...words], { encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout.split('\n').filter(Boolean)
}

test.each([
  [['re'], ['restore', 'reconcile']],
  [
    ['account', ''],
    ['create', 'reset', '--help'],
  ],
  [['restore', 'd'], ['drill']],
  [['restore', 'drill', '--from', 'restore', '--in'], ['--into']],
  [['restore', 'monday.tar', '--in'], ['--in-place']],
  [
    ['start', '--'],
    ['--demo', '--help'],
  ],
])('bash completes futureworld %j', async (words, completions) => {
  const { stdout } = await runLine('completion bash')
  expect(completeInBash(stdout, words)).toEqual(completions)
})

test("the zsh script loads the bash script and uses none of zsh's reserved variables", async () => {
  const [bash, zsh] = [(await runLine('completion bash')).stdout, (await runLine('completion zsh')).stdout]
  expect(zsh).toBe(`autoload -Uz compinit bashcompinit && compinit && bashcompinit\n${bash}`)
  expect(zsh).not.toMatch(/\b(?:path|words|status|argv)=/)
})

test('the fish script offers commands, and the options of the command typed so far', async () => {
  const { stdout } = await runLine('completion fish')
  const lines = stdout.trimEnd().split('\n')
  expect(lines.filter((line) => !line.startsWith("complete -c futureworld -n '"))).toEqual([])
  const drill = '__fish_seen_subcommand_from restore; and __fish_seen_subcommand_from drill'
  expect(lines).toContain(`complete -c futureworld -n '${drill}' -l from`)
  expect(lines.some((line) => / -a backup -d 'write all data to one file/.test(line))).toBe(true)
})
