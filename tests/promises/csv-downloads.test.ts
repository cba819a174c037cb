import { afterAll, expect, test } from 'vitest'
import { adminLists, listVariants } from '../support/app/admin-lists.ts'
import { startAppWithRoutes } from '../support/app/endpoints.ts'

const { app, endpoints } = await startAppWithRoutes()
afterAll(app.close)
const administrator = await app.quickMember('administrator')
const files = endpoints.filter(({ path, file }) => path.startsWith('/api/admin/') && file?.startsWith('text/csv'))

const listDownloads = () =>
  app.rows(
    "select actor_id, object_id, after from audit_entry where action = 'list.downloaded' order by occurred_at, id",
  )

test('every list in the back office can be downloaded as a CSV file', () => {
  const downloadable = new Set(files.map(({ path }) => path.replace(/\.csv$/, '')))
  const notDownloadable = adminLists(endpoints).flatMap(({ path }) => (downloadable.has(path) ? [] : [path]))
  // Lists for a single member are in the export of that member's data. Lists for a message or a package are on its own
  // page.
  expect(notDownloadable.filter((path) => !path.includes('/:'))).toEqual([
    // Ratings are published only as stories, whose list can be downloaded.
    '/api/admin/ratings',
  ])
  expect(downloadable).toContain('/api/admin/consultant-profiles')
})

test.each(files.map((file) => [file.path, file] as const))(
  'downloading %s is recorded once, with the names of the filters but not their values',
  async (path, endpoint) => {
    const before = (await listDownloads()).length
    const [variant = ''] = listVariants(endpoint)
    const { status, headers } = await administrator.get(`${path}?${variant}`)
    expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('text/csv')])
    const entries = await listDownloads()
    expect(entries).toHaveLength(before + 1)
    expect(entries.filter(({ actor_id }) => actor_id !== administrator.id)).toEqual([])
  },
)

test.each([
  ['members', 'search=Lovelace&state=active', ['search', 'state']],
  ['purchases', 'search=Lovelace', ['search']],
  ['inbox', 'writer=lovelace@example.org&mine=only', ['mine', 'writer']],
  ['emails', 'recipient=lovelace', ['recipient']],
  ['conversations', 'search=Lovelace', ['search']],
])('the audit entry for a filtered download of %s does not contain the search text', async (list, query, filters) => {
  expect((await administrator.get(`/api/admin/${list}.csv?${query}`)).status).toBe(200)
  const entries = await app.rows('select object_id, after from audit_entry where object_id = $1 and after = $2', list, {
    filters,
  })
  expect(entries).toEqual([{ object_id: list, after: { filters } }])
  expect(JSON.stringify(await listDownloads())).not.toMatch(/lovelace/i)
})
