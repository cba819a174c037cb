import { afterAll, expect, test } from 'vitest'
import { runOnServer } from '../../support/app/database-image.ts'
import { callProgram } from '../../support/app/run-program.ts'
import { makeDatabase } from '../../support/app/server-database.ts'
import { newPerson } from '../../support/given/new-person.ts'
import { newVersion } from '../../support/given/package-versions.ts'
import { callSite } from '../../support/site/call-site.ts'
import { startSite } from '../../support/site/start-site.ts'

/** Two processes on one database share all state. */

const { url, drop } = await makeDatabase()
const environment = { DATABASE_URL: url }
const [first, second] = [await startSite({ environment }), await startSite({ environment })]
const sites = [first, second]

afterAll(async () => {
  for (const site of sites) await site[Symbol.asyncDispose]()
  await drop()
})

type Site = typeof first

/** Uses the IP address, because the two addresses of localhost would count as two clients. */
const ask = (site: Site, path: string, options: Parameters<typeof callSite>[2] = {}) =>
  callSite(site.url.replace('localhost', '127.0.0.1'), path, options)

async function registerMember(site: Site) {
  const person = newPerson()
  expect((await ask(site, '/api/auth/register', { body: person })).status).toBe(200)
  return { email: person.email, password: person.password }
}

async function logIn(site: Site, body: object): Promise<string> {
  return (await ask(site, '/api/auth/login', { body })).body.data.token
}

test('logging out in one process takes effect in the other immediately', async () => {
  const login = await registerMember(first)
  const token = await logIn(first, login)
  expect((await ask(second, '/api/auth/me', { token })).status).toBe(200)

  expect((await ask(first, '/api/auth/logout', { body: {}, token })).status).toBe(200)

  expect((await ask(second, '/api/auth/me', { token })).status).toBe(401)
})

test('resetting an account ends its sessions in all running processes', async () => {
  const login = await registerMember(second)
  const tokens = [await logIn(first, login), await logIn(second, login)]

  const { status, stdout } = await callProgram(['account', 'reset', login.email], {
    ...environment,
    PUBLIC_URL: 'http://localhost:5001',
  })

  expect([status, stdout]).toEqual([0, expect.stringMatching(/http:\/\/localhost:5001\/reset-password\/[\w-]{43}\n$/)])
  for (const site of sites) {
    for (const token of tokens) expect((await ask(site, '/api/auth/me', { token })).status).toBe(401)
    expect((await ask(site, '/api/auth/login', { body: login })).status).toBe(400)
  }
})

test('the limit of thirty wrong passwords per client address applies across processes', async () => {
  const { email } = await registerMember(first)
  // The tests above have used up attempts from the same client address.
  await runOnServer(url, 'delete from rate_limit')
  const guess = (site: Site) => ask(site, '/api/auth/login', { body: { email, password: 'this is not the password' } })

  const answers = await Promise.all(Array.from({ length: 36 }, (_, index) => guess(sites[index % 2] ?? first)))

  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(30).fill(400), ...Array(6).fill(429)])
  for (const site of sites) {
    const { status, retryAfter } = await guess(site)
    expect([status, retryAfter > 0]).toEqual([429, true])
  }
})

test('if a price changes in the database, every process shows the new price', async () => {
  const readPage = async ({ url }: Site) => (await fetch(`${url}/services/my-future`)).text()
  for (const site of sites) expect(await readPage(site)).toContain('£118.80')

  await runOnServer(url, newVersion('my-future-basic', { net_price: '10000' }))

  for (const site of sites) {
    await expect.poll(() => readPage(site)).toContain('£120.00')
    expect(await readPage(site)).not.toContain('£118.80')
  }
})
