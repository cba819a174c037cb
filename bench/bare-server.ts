import { readFileSync } from 'node:fs'
import Fastify from 'fastify'

// What Fastify alone does on this machine: a page from memory, and a route that answers the same JSON.

const [pageFile = '', jsonFile = ''] = process.argv.slice(2)
const page = readFileSync(pageFile)
const data = JSON.parse(readFileSync(jsonFile, 'utf8'))

const app = Fastify()
app.get('/page', (_, reply) => reply.type('text/html; charset=utf-8').send(page))
app.get('/json', async () => data)
await app.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`${app.listeningOrigin}\n`)
