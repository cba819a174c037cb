import { afterAll, expect, test } from 'vitest'
import { adminLists, variantsOf } from '../support/admin-lists.ts'
import { startAppWithRoutes } from '../support/endpoints.ts'

const { app, endpoints } = await startAppWithRoutes()
afterAll(app.close)
const administrator = await app.quickMember('administrator')
const files = endpoints.filter(({ path, file }) => path.startsWith('/api/admin/') && file?.startsWith('text/csv'))

const recorded = () =>
  app.rows("select actor_id, object_id, after from audit_entry where action = 'list.saved' order by occurred_at, id")

test('every list of the back office can be saved as a table', () => {
  const saved = new Set(files.map(({ path }) => path.replace(/\.csv$/, '')))
  const unsaved = adminLists(endpoints).flatMap(({ path }) => (saved.has(path) ? [] : [path]))
  // Parts of one member's page are in the file of their data, those of a message or package stand on its own page.
  expect(unsaved.filter((path) => !path.includes('/:'))).toEqual([
    // What stories can be made of: words that only a story may take out of the house.
    '/api/admin/ratings',
  ])
  expect(saved).toContain('/api/admin/profiles')
})

test.each(files.map((file) => [file.path, file] as const))(
  'whoever saves %s is recorded once, by what the list was narrowed by and never to what',
  async (path, endpoint) => {
    const before = (await recorded()).length
    const [variant = ''] = variantsOf(endpoint)
    const { status, headers } = await administrator.get(`${path}?${variant}`)
    expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('text/csv')])
    const entries = await recorded()
    expect(entries).toHaveLength(before + 1)
    expect(entries.filter(({ actor_id }) => actor_id !== administrator.id)).toEqual([])
  },
)

test.each([
  ['members', 'search=Lovelace&state=active', ['search', 'state']],
  ['purchases', 'search=Lovelace', ['search']],
  ['inbox', 'writer=lovelace@example.org&mine=only', ['mine', 'writer']],
  ['mails', 'recipient=lovelace', ['recipient']],
  ['conversations', 'search=Lovelace', ['search']],
])('of a saved search among the %s nobody’s name is kept', async (list, query, filters) => {
  expect((await administrator.get(`/api/admin/${list}.csv?${query}`)).status).toBe(200)
  const entries = await app.rows('select object_id, after from audit_entry where object_id = $1 and after = $2', list, {
    filters,
  })
  expect(entries).toEqual([{ object_id: list, after: { filters } }])
  expect(JSON.stringify(await recorded())).not.toMatch(/lovelace/i)
})
