import type { FastifyInstance } from 'fastify'
import { StartRefused } from '#platform/server/start-refused.ts'

export type Tracing = {
  /** Makes a trace of each request, with the statements that it asks of the database. */
  follow: (app: FastifyInstance) => void
  close: () => Promise<void>
}

export type TracingSettings = {
  /** Where an OpenTelemetry collector listens. */
  endpoint: string
  /** Which part of the requests is traced, from 0 to 1. */
  share: number
}

/** By choice: nothing of it is loaded unless it is asked for. @throws StartRefused where its packages are not there */
export async function openTracing(settings: TracingSettings | undefined): Promise<Tracing | undefined> {
  if (!settings) return undefined
  const { exportTraces } = await import('./export-traces.ts').catch((error: unknown) => {
    throw isModuleMissing(error) ? packagesMissing() : error
  })
  return exportTraces(settings)
}

function isModuleMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
}

function packagesMissing() {
  return new StartRefused(
    'OTEL_EXPORTER_OTLP_ENDPOINT is set, but the packages of OpenTelemetry are not installed. docs/operations/monitoring.md has the command.',
  )
}
