import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'

const app = await startApp()
afterAll(app.close)

type Description = { paths: Record<string, Record<string, { 'x-access': string }>> }

const listAccess = ({ paths }: Description) =>
  [...new Set(Object.values(paths).flatMap((calls) => Object.values(calls).map((call) => call['x-access'])))].sort()

test.each(['/api/openapi.json', '/api/docs/json'])(
  '%s shows staff endpoints only to staff with that role',
  async (path) => {
    const consultant = await app.quickMember('consultant')
    const administrator = await app.quickMember('administrator')
    const responses = [app.visitor, await app.quickMember(), consultant, administrator].map((client) =>
      client.get(path),
    )

    expect((await Promise.all(responses)).map(({ body }) => listAccess(body))).toEqual([
      ['member', 'public'],
      ['member', 'public'],
      ['consultant', 'member', 'public'],
      ['administrator', 'member', 'public'],
    ])
  },
)
