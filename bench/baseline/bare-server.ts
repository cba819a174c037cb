import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import { openDatabase } from '#platform/server/db/open-database.ts'

// A plain Fastify server for comparison: it serves a page from memory, a route with the same JSON, and a route that
// reads one row by its key through the same pool.

const [pageFile = '', jsonFile = '', databaseUrl = ''] = process.argv.slice(2)
const page = readFileSync(pageFile)
const data = JSON.parse(readFileSync(jsonFile, 'utf8'))

const app = Fastify()
app.get('/page', (_, reply) => reply.type('text/html; charset=utf-8').send(page))
app.get('/json', async () => data)
const { pool } = await openDatabase({ url: databaseUrl })
const [account] = (await pool.query('select id from account limit 1')).rows
const row = 'select id, email, first_name, last_name, mobile, role, email_verified_at from account where id = $1'
app.get('/row', async () => (await pool.query(row, [account.id])).rows[0])
await app.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`${app.listeningOrigin}\n`)
