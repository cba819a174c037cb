import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { bearerToken } from '#platform/server/http/bearer-token.ts'
import type { Actor } from '#platform/shared/actor.ts'

/** Describes all routes registered after it as OpenAPI, from their contracts. */
export async function describeApi(app: FastifyInstance) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'FutureWorld',
        version: '1',
        description: 'Every response is an envelope: success, message, data.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: describeRefusals,
  })
}

type Description = { paths?: Record<string, object | undefined> | undefined }

/** Serves /api/openapi.json, and a page at /api/docs for trying the API. Only staff see staff endpoints. */
export async function serveApiDocumentation(
  app: FastifyInstance,
  findActor: (request: FastifyRequest, token: string) => Promise<Actor | undefined>,
) {
  const onRequest = async (request: FastifyRequest) => {
    const token = bearerToken(request.headers.authorization)
    if (token) request.actor = await findActor(request, token)
  }
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    uiHooks: { onRequest },
    uiConfig: { requestInterceptor: addAccessToken },
    transformSpecification: (description, { actor }) => filterDescription(actor, description),
  })
  app.get('/api/openapi.json', { schema: { hide: true }, onRequest }, async ({ actor }) =>
    filterDescription(actor, app.swagger()),
  )
}

/** Runs in the browser from its source text, so it cannot use anything else in this file. */
function addAccessToken<SentRequest extends object>(request: SentRequest) {
  const token = localStorage.getItem('authToken')
  const headers = 'headers' in request ? request.headers : {}
  return token ? Object.assign(request, { headers: { ...Object(headers), authorization: `Bearer ${token}` } }) : request
}

function filterDescription(actor: Actor | undefined, { paths = {}, ...rest }: Description) {
  const isVisible = (call: unknown) => {
    const { 'x-access': access } = Object(call)
    return access === 'public' || access === 'member' || access === actor?.role
  }
  const visibleCalls = Object.entries(paths).map(
    ([path, calls]) => [path, Object.entries(calls ?? {}).filter(([, call]) => isVisible(call))] as const,
  )
  const visiblePaths = visibleCalls.filter(([, calls]) => calls.length > 0)
  return { ...rest, paths: Object.fromEntries(visiblePaths.map(([path, calls]) => [path, Object.fromEntries(calls)])) }
}

type Transform = typeof jsonSchemaTransform

/** Adds an endpoint's refusals to its description, with the messages that users read. */
const describeRefusals: Transform = (input) => {
  const { refusals, upload, access } = ('route' in input && input.route.config?.endpoint) || {}
  const { schema: baseSchema, url } = upload ? describeUpload(input) : jsonSchemaTransform(input)
  const schema = { ...baseSchema, ...(access && { 'x-access': access }) }
  if (!refusals) return { schema, url }
  const lines = Object.entries(refusals).map(([reason, refusal]) => {
    const { status, message } = typeof refusal === 'string' ? { status: 409, message: refusal } : refusal
    return `- ${status} \`${reason}\`: ${message}`
  })
  return { schema: { ...schema, description: lines.join('\n') }, url }
}

/** An upload is a stream without a schema, so it is described as binary data. */
const describeUpload: Transform = (input) => {
  const { body: _, ...rest } = input.schema ?? {}
  const { schema, url } = jsonSchemaTransform({ ...input, schema: rest } as typeof input)
  const bytes = { consumes: ['application/octet-stream'], body: { type: 'string', format: 'binary' } }
  return { schema: { ...schema, ...bytes }, url }
}
