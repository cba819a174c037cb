import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { findProgram } from '../support/site/find-program.ts'

const folder = 'operations/prometheus'
const program = findProgram('promtool')
const reason = program ? '' : ' (not run: promtool is missing; it is in the Debian package prometheus)'
const prometheusTest = test.skipIf(!program && !process.env.CI)

prometheusTest(`Prometheus accepts the alert rules and our configuration${reason}`, () => {
  expect(promtool('check', 'rules', `${folder}/alerts.yml`)).toEqual({ status: 0, problems: '' })
  expect(promtool('check', 'config', `${folder}/prometheus.yml`)).toEqual({ status: 0, problems: '' })
  // This checks the syntax only, because the token file exists only in the cluster.
  const syntaxCheck = promtool('check', 'config', '--syntax-only', `${folder}/kubernetes.yml`)
  expect(syntaxCheck).toEqual({ status: 0, problems: '' })
})

prometheusTest(`each alert is raised under its own condition and no other${reason}`, () => {
  expect(promtool('test', 'rules', `${folder}/alerts.test.yml`)).toEqual({ status: 0, problems: '' })
})

function promtool(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(program ?? 'promtool', args, { encoding: 'utf8' })
  return { status, problems: status === 0 ? '' : stdout + stderr }
}
