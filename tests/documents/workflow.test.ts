import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

type Step = { uses?: string; run?: string; with?: Record<string, unknown> }
type Job = { 'runs-on': string; 'timeout-minutes'?: number; permissions?: object; steps: Step[] }
type Workflow = { permissions: object; concurrency: Record<string, unknown>; jobs: Record<string, Job> }

const folder = '.github/workflows'
const file = readFileSync(`${folder}/ci.yml`, 'utf8')
const workflow: Workflow = parse(file)
const jobs = Object.values(workflow.jobs)
const steps = jobs.flatMap((job) => job.steps)
const listSettings = (action: string) =>
  steps.filter(({ uses }) => uses?.startsWith(`${action}@`)).map((step) => step.with)

test("CI runs only the repository's own check script", () => {
  expect(readdirSync(folder)).toEqual(['ci.yml'])
  const commands = steps.flatMap(({ run }) => run ?? [])
  expect(commands).toEqual([expect.stringMatching(/ bash \.ci\/run$/)])
})

test('every action is pinned to a commit, with its version in a comment', () => {
  const used = file.match(/uses:.*/g) ?? []
  expect(used).toHaveLength(steps.filter(({ uses }) => uses).length)
  expect(used.filter((line) => !/^uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([])
})

test('the CI token is read-only and not kept in the checkout', () => {
  expect(workflow.permissions).toEqual({ contents: 'read' })
  expect(jobs.filter(({ permissions }) => permissions)).toEqual([])
  expect(listSettings('actions/checkout')).toEqual([expect.objectContaining({ 'persist-credentials': false })])
})

test('a newer run cancels an older one, and each has a time limit and a fixed machine image', () => {
  expect(workflow.concurrency['cancel-in-progress']).toBe(true)
  expect(jobs.map((job) => job['runs-on'])).toEqual(['ubuntu-24.04'])
  expect(jobs.map((job) => job['timeout-minutes'])).toEqual([60])
})

test('packages are cached by lockfile', () => {
  const lockfile = { cache: 'npm', 'cache-dependency-path': 'package-lock.json' }
  expect(listSettings('actions/setup-node')).toEqual([expect.objectContaining(lockfile)])
})
