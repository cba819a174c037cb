import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

/** Listens to the routes that come after it and describes them as OpenAPI, from the contracts. */
export async function describeApi(app: FastifyInstance) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'FutureWorld', version: '1', description: 'Every answer is an envelope: success, message, data.' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: describeRefusals,
  })
}

/** The description at /api/openapi.json, and a page to try it at /api/docs. */
export async function documentApi(app: FastifyInstance) {
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}

type Transform = typeof jsonSchemaTransform

/** The refusals of an endpoint stand in its description, with the sentence that a person reads. */
const describeRefusals: Transform = (input) => {
  const { refusals, upload } = ('route' in input && input.route.config?.endpoint) || {}
  const { schema, url } = upload ? describeUpload(input) : jsonSchemaTransform(input)
  if (!refusals) return { schema, url }
  const lines = Object.entries(refusals).map(([reason, refusal]) => {
    const { status, message } = typeof refusal === 'string' ? { status: 409, message: refusal } : refusal
    return `- ${status} \`${reason}\`: ${message}`
  })
  return { schema: { ...schema, description: lines.join('\n') }, url }
}

/** A stream has no schema of its own: it is told as the bytes of a file. */
const describeUpload: Transform = (input) => {
  const { body: _, ...rest } = input.schema ?? {}
  const { schema, url } = jsonSchemaTransform({ ...input, schema: rest } as typeof input)
  const bytes = { consumes: ['application/octet-stream'], body: { type: 'string', format: 'binary' } }
  return { schema: { ...schema, ...bytes }, url }
}
