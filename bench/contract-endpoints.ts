import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Endpoint } from '#platform/shared/endpoint.ts'

/** Every endpoint that a contract names, without starting the server that serves them. */
export async function contractEndpoints(): Promise<Endpoint[]> {
  const files = globSync('src/features/*/{contract.ts,contract/*.ts}').filter((file) => !file.endsWith('.test.ts'))
  const modules = await Promise.all(files.map((file) => import(resolve(file))))
  const values = modules.flatMap((module) => Object.values(module as Record<string, unknown>))
  return [...new Set(values.filter(isEndpoint))]
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value && 'method' in value
}
