import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { newPerson } from '../../support/app/start-app.ts'
import { newSiteDirectory } from '../../support/app/temporary.ts'
import { freePort, startSite } from '../../support/site/start-site.ts'

/** The fields of OTLP's JSON that these tests check. */
type Value = { stringValue?: string; intValue?: number }
type Span = {
  name: string
  spanId: string
  traceId: string
  parentSpanId?: string
  attributes: { key: string; value: Value }[]
}
type Export = { resourceSpans: { resource: { attributes: Span['attributes'] }; scopeSpans: { spans: Span[] }[] }[] }

/** Starts a collector that records everything it receives. */
async function startCollector() {
  const exports: Export[] = []
  const texts: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    texts.push(`${request.url} ${Buffer.concat(chunks)}`)
    exports.push(JSON.parse(Buffer.concat(chunks).toString()))
    response.setHeader('content-type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    texts,
    resources: () => exports.flatMap(({ resourceSpans }) => resourceSpans.map(({ resource }) => toValues(resource))),
    spans: () =>
      exports.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
  }
}

function toValues({ attributes }: Pick<Span, 'attributes'>): Record<string, string | number | undefined> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))
}

const directory = await newSiteDirectory(afterAll)

test('the collector receives each request with its SQL statements, but no personal data', async () => {
  const collector = await startCollector()
  await using site = await startSite({ directory, environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } })
  const person = newPerson({ lastName: 'Canarywood' })
  const headers = { 'content-type': 'application/json' }
  const registered = await fetch(`${site.url}/api/auth/register`, {
    method: 'POST',
    headers,
    body: JSON.stringify(person),
  })
  expect(registered.status).toBe(200)
  await fetch(`${site.url}/reset-password/canary-token`)
  await fetch(`${site.url}/api/purchases/canary-purchase?canary`)

  await site.stop()

  const spans = collector.spans()
  const register = spans.find(({ name }) => name === 'POST /api/auth/register')
  expect(toValues(register ?? { attributes: [] })).toMatchObject({
    'http.route': '/api/auth/register',
    'http.response.status_code': 200,
    'futureworld.request_id': registered.headers.get('x-request-id'),
  })
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === register?.spanId)
  const texts = statements.map((span) => String(toValues(span)['db.query.text']))
  expect(texts.some((text) => text.startsWith('insert into "account"') && text.includes('$1'))).toBe(true)
  expect(spans.map(({ name }) => name)).toContain('GET /api/purchases/:purchaseId')
  expect(collector.resources()[0]).toMatchObject({ 'service.name': 'futureworld' })
  expect(collector.texts.every((text) => text.startsWith('/v1/traces '))).toBe(true)
  for (const personal of [person.email, person.mobile, person.password, 'Canarywood', 'canary'])
    expect(collector.texts.join()).not.toContain(personal)
})

test('an unreachable collector delays neither requests nor shutdown', async () => {
  const unreachable = `http://127.0.0.1:${await freePort()}`
  await using site = await startSite({ directory, environment: { OTEL_EXPORTER_OTLP_ENDPOINT: unreachable } })
  expect((await fetch(`${site.url}/api/packages`)).status).toBe(200)
  expect(await site.stop()).toBe(0)
})

/** Simulates missing packages. Only @opentelemetry/api stays, because the Prometheus library needs it. */
const hidePackages = `import { registerHooks } from 'node:module'
registerHooks({ resolve(name, context, next) {
  if (!/^@opentelemetry.(?!api)/.test(name)) return next(name, context)
  throw Object.assign(new Error('Cannot find package ' + name), { code: 'ERR_MODULE_NOT_FOUND' })
} })`
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(hidePackages)}`

test('unless a collector is configured, no tracing package is loaded', async () => {
  await using site = await startSite({ directory, environment: { NODE_OPTIONS } })
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200)
})

test('if a collector is configured without the OpenTelemetry packages, the site does not start and says why', async () => {
  const environment = { NODE_OPTIONS, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }
  await expect(startSite({ directory, environment })).rejects.toThrow(
    'OTEL_EXPORTER_OTLP_ENDPOINT is set, but the OpenTelemetry packages aren’t installed.',
  )
})
