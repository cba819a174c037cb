import { randomUUID } from 'node:crypto'
import { afterAll, expect, inject, test } from 'vitest'
import { databaseAddress, runOnServer } from '../support/database-image.ts'
import { runAdmin } from '../support/run-admin.ts'
import { startSite } from '../support/start-site.ts'

const image = inject('databaseImage')
if (!('server' in image)) throw new Error('Two processes need a database server: npm run test:postgres')
const name = `${image.template}_${randomUUID().slice(0, 8)}`
await runOnServer(image.server, `create database ${name} template ${image.template}`)
const environment = { DATABASE_URL: databaseAddress(image.server, name) }
const [first, second] = [await startSite({ environment }), await startSite({ environment })]
const sites = [first, second]

afterAll(async () => {
  for (const site of sites) await site[Symbol.asyncDispose]()
  await runOnServer(image.server, `drop database ${name} with (force)`)
})

type Site = typeof first

async function ask(site: Site, path: string, { body, token }: { body?: object; token?: string } = {}) {
  // One loopback address, or the two names of this machine would be two callers.
  const response = await fetch(`${site.url.replace('localhost', '127.0.0.1')}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.json() }
}

async function registerMember(site: Site) {
  const login = { email: `${randomUUID()}@example.org`, password: 'a long enough password' }
  const person = { ...login, firstName: 'Ada', lastName: 'Lovelace', mobile: '+447700900123' }
  expect((await ask(site, '/api/auth/register', { body: person })).status).toBe(200)
  return login
}

async function logIn(site: Site, body: object): Promise<string> {
  return (await ask(site, '/api/auth/login', { body })).body.data.token
}

test('who logs out through one process is out in every other at once', async () => {
  const login = await registerMember(first)
  const token = await logIn(first, login)
  expect((await ask(second, '/api/auth/me', { token })).status).toBe(200)

  expect((await ask(first, '/api/auth/logout', { body: {}, token })).status).toBe(200)

  expect((await ask(second, '/api/auth/me', { token })).status).toBe(401)
})

test('the operator resets an account beside two running processes, and its sessions end in both', async () => {
  const login = await registerMember(second)
  const tokens = [await logIn(first, login), await logIn(second, login)]

  const { status, stdout } = await runAdmin(['reset', login.email], {
    ...environment,
    PUBLIC_URL: 'http://localhost:5001',
  })

  expect([status, stdout]).toEqual([0, expect.stringMatching(/http:\/\/localhost:5001\/reset-password\/[\w-]{43}\n$/)])
  for (const site of sites) {
    for (const token of tokens) expect((await ask(site, '/api/auth/me', { token })).status).toBe(401)
    expect((await ask(site, '/api/auth/login', { body: login })).status).toBe(400)
  }
})

test('thirty wrong passwords from one address are thirty over all processes, and each then says to wait', async () => {
  const { email } = await registerMember(first)
  // The tests above guessed from the same address.
  await runOnServer(environment.DATABASE_URL, 'delete from attempt_limit')
  const guess = (site: Site) => ask(site, '/api/auth/login', { body: { email, password: 'this is not the password' } })

  const answers = await Promise.all(Array.from({ length: 36 }, (_, index) => guess(sites[index % 2] ?? first)))

  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(30).fill(400), ...Array(6).fill(429)])
  for (const site of sites) {
    const { status, retryAfter } = await guess(site)
    expect([status, Number(retryAfter) > 0]).toEqual([429, true])
  }
})
