import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { startApp } from './start-app.ts'

/** Starts the app and collects all its routes, for tests that cover every route. */
export async function startAppWithRoutes(
  settings: Parameters<typeof startApp>[0] = {},
  onAnswered: (request: FastifyRequest, status: number) => void = () => {},
) {
  const routes: RouteOptions[] = []
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', (route) => void routes.push(route))
    fastify.addHook('onResponse', async (request, reply) => onAnswered(request, reply.statusCode))
  }
  subscribe('fastify.initialization', listen)
  const app = await startApp(settings)
  unsubscribe('fastify.initialization', listen)
  const endpoints = routes.flatMap(({ config, method }) =>
    config?.endpoint && method !== 'HEAD' ? [config.endpoint as Endpoint] : [],
  )
  return { app, routes, endpoints }
}

export function endpointName({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return `${method} ${path}`
}

export type JsonSchema = {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  anyOf?: JsonSchema[]
  additionalProperties?: unknown
  [key: string]: unknown
}

export function toJsonSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
}
