import { afterAll, expect, test } from 'vitest'
import { endpointName, startAppWithRoutes } from '../support/app/endpoints.ts'
import { totpCode } from '../support/given/second-factor.ts'

/** A password alone gives no access to any back-office route (ASVS 6.3.3). */

const { app, endpoints } = await startAppWithRoutes({ publicUrl: 'https://futureworld.example' })
afterAll(app.close)

const anyId = '00000000-0000-4000-8000-000000000000'
const routes = endpoints
  .filter(({ access }) => access === 'administrator' || access === 'consultant')
  .map((endpoint) => [endpointName(endpoint), endpoint] as const)

const { person } = await app.quickMember('administrator')
const visitor = app.stranger()
const login = await visitor.post('/api/auth/login', { email: person.email, password: person.password })
const challenge = login.body.data.challenge as string
/** What a password alone gets: a token if there is one, otherwise the challenge. */
const passwordOnlyToken: string = login.body.data.token ?? challenge

test('an administrator without a second factor gets a challenge and no session', () => {
  expect(login.body.data).toEqual({ challenge: expect.any(String), methods: [] })
  expect(login.cookies).toEqual([])
})

test.each(routes)('%s is refused without a second factor', async (_, { method, path }) => {
  const address = path.replaceAll(/:\w+/g, anyId)
  for (const token of [passwordOnlyToken, `${passwordOnlyToken}x`]) {
    const answer = await visitor.send(method, address, undefined, { authorization: `Bearer ${token}` })
    expect(answer.status).toBe(401)
  }
})

test('setting up a second factor at login gives access', async () => {
  const setup = await visitor.post('/api/auth/second-factor/setup', { challenge })
  const code = totpCode(setup.body.data.secret, app.clock.now())
  const { body } = await visitor.post('/api/auth/second-factor', { challenge, code })
  const bearer = { authorization: `Bearer ${body.data.token}` }
  expect((await visitor.get('/api/admin/emails', bearer)).status).toBe(200)
})
