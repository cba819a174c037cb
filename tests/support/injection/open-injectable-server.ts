import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import type { Input, Route } from './list-routes.ts'

const route = (method: string, path: string, inputs: Omit<Input, 'schema' | 'isRequired'>[]): Route => ({
  method,
  path,
  access: 'public',
  isStream: false,
  inputs: inputs.map((input) => ({ ...input, schema: { type: 'string' }, isRequired: true })),
})

/** The routes of a server that builds SQL from its input: one for each place that a server reads from. */
export const injectableRoutes = [
  route('GET', '/packages/:id', [{ location: 'path', name: 'id', example: 'my-future-basic' }]),
  route('GET', '/packages', [{ location: 'query', name: 'search', example: 'my-future-basic' }]),
  route('GET', '/pages', [
    {
      location: 'query',
      name: 'cursor',
      example: 'my-future-basic',
      encode: (text) => Buffer.from(text).toString('base64url'),
    },
  ]),
  route('POST', '/packages', [
    { location: 'body', name: 'names.0.id', example: 'my-future-basic', mediaType: 'application/json' },
  ]),
  route('GET', '/silent', [{ location: 'header', name: 'user-agent', example: 'my-future-basic' }]),
  // This route is safe, because it passes the input as a parameter.
  route('GET', '/values', [{ location: 'query', name: 'search', example: 'my-future-basic' }]),
  route('GET', '/cookies', [{ location: 'cookie', name: 'device', example: 'my-future-basic' }]),
]

/** Starts a server that is injectable on purpose. A check that finds nothing here is worthless. */
export async function openInjectableServer(databaseUrl: string) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
  await pool.query("create table known_package (id text); insert into known_package values ('my-future-basic')")
  const server = createServer(async (request, response) => {
    const input = await readInput(request)
    const result = await (request.url?.startsWith('/values')
      ? pool.query('select id from known_package where id = $1', [input])
      : pool.query(`select id from known_package where id = '${input}'`)
    ).then(
      (result) => ({ status: 200, rows: [result].flat().at(-1)?.rows ?? [] }),
      () => ({ status: 500, rows: [] }),
    )
    // This route hides rows and errors, so only timing reveals an injection.
    const { status, rows } = request.url === '/silent' ? { status: 200, rows: [] } : result
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ rows }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await pool.end()
    },
  }
}

async function readInput(request: IncomingMessage): Promise<string> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
  if (request.method === 'POST') return JSON.parse(Buffer.concat(await request.toArray()).toString()).names[0].id
  if (pathname === '/silent') return request.headers['user-agent'] ?? ''
  if (pathname === '/cookies') return decodeURIComponent(request.headers.cookie?.split('=')[1] ?? '')
  const cursor = searchParams.get('cursor')
  if (cursor) return Buffer.from(cursor, 'base64url').toString()
  return searchParams.get('search') ?? decodeURIComponent(pathname.split('/')[2] ?? '')
}
