import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { environmentNames, readSettingNames } from '../support/app/environment-names.ts'
import { findProgram } from '../support/site/find-program.ts'

type Service = {
  command?: string[]
  environment?: Record<string, string>
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  restart?: string
  build?: { dockerfile: string }
  healthcheck?: object
  networks?: Record<string, { ipv4_address?: string } | null>
  volumes?: string[]
}

const folder = mkdtempSync(join(tmpdir(), 'futureworld-compose-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const composer = findProgram('docker-compose')

/** The services as docker-compose reads them, with the example settings and a database password. */
function readServices(): Record<string, Service> {
  const composeFolder = join(folder, 'operations/compose')
  cpSync('operations', join(folder, 'operations'), { recursive: true })
  copyFileSync(join(composeFolder, '.env.example'), join(composeFolder, '.env'))
  copyFileSync(join(composeFolder, 'site.env.example'), join(composeFolder, 'site.env'))
  const text = execFileSync(
    composer ?? '',
    ['--profile', 'backup', '--file', join(composeFolder, 'compose.yaml'), 'config'],
    {
      encoding: 'utf8',
      cwd: composeFolder,
      env: { ...process.env, DATABASE_PASSWORD: 'a1b2c3' },
    },
  )
  return parse(text).services
}

test.skipIf(!composer)('docker-compose accepts the file with the example settings', () => {
  const services = readServices()
  const externalServices = ['database', 'pooler', 'proxy']
  const ownServices = ['backup', 'ledger', 'migrate', 'site-one', 'site-two']
  expect(Object.keys(services).sort()).toEqual([...externalServices, ...ownServices].sort())

  const processes = ownServices.map((name) => services[name])
  const names = processes.flatMap((service) => Object.keys(service?.environment ?? {}))
  expect(names.filter((name) => !environmentNames.includes(name))).toEqual([])
  for (const service of processes) {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
    expect(service?.environment).toMatchObject({
      TRUST_PROXY: services.proxy?.networks?.outside?.ipv4_address,
      DATABASE_URL: 'postgresql://futureworld:a1b2c3@pooler:6432/futureworld',
      DATABASE_LISTEN_URL: 'postgresql://futureworld:a1b2c3@database:5432/futureworld',
    })
  }
  for (const oneOffService of ['backup', 'ledger', 'migrate']) {
    expect(services[oneOffService]?.restart).toBe('no')
    expect(
      services[oneOffService]?.command?.filter((argument) => argument.endsWith('.mjs') && !existsSync(argument)),
    ).toEqual([])
  }
  // Only the proxy can be reached from outside.
  expect(Object.keys(services).filter((name) => 'ports' in (services[name] ?? {}))).toEqual(['proxy'])
  expect(Object.keys(services.database?.networks ?? {})).toEqual(['inside'])
})

test.skipIf(!composer)('docker-compose refuses an unknown key', () => {
  readServices()
  const composeFolder = join(folder, 'operations/compose')
  const text = readFileSync(join(composeFolder, 'compose.yaml'), 'utf8').replace('read_only: true', 'readonly: true')
  const attempt = () =>
    execFileSync(composer ?? '', ['--file', '-', 'config'], {
      cwd: composeFolder,
      input: text,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, DATABASE_PASSWORD: 'a1b2c3' },
    })
  expect(attempt).toThrow(/readonly/)
})

test('the examples contain only settings that exist, and no secrets', () => {
  const files = ['operations/compose/site.env.example', 'operations/systemd/environment.example']
  for (const file of files)
    expect(readSettingNames(file).filter((name) => !environmentNames.includes(name))).toEqual([])
  const lines = files.flatMap((file) => readFileSync(file, 'utf8').split('\n'))
  expect(lines.filter((line) => /^(STRIPE|ADMIN|INCOMING|SMTP)_\w+=./.test(line))).toEqual([])
})

test('every deployment provides the settings that the proxy needs', () => {
  const configuration = readFileSync('operations/haproxy/haproxy.cfg', 'utf8')
  const required = [...new Set([...configuration.matchAll(/"\$\{(\w+)\}"/g)].map(([, name]) => name))].sort()
  const { services } = parse(readFileSync('operations/compose/compose.yaml', 'utf8'), { merge: true })
  expect(Object.keys(services.proxy.environment).sort()).toEqual(required)
  expect(readSettingNames('operations/systemd/haproxy.env.example').sort()).toEqual(required)
})
