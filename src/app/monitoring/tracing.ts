import { errorCode } from '#platform/server/error-code.ts'
import { StartRefused } from '#platform/server/operator-errors.ts'
import type { Tracing, TracingSettings } from './export-traces.ts'

/** Loads the tracing packages only if tracing is configured. @throws StartRefused if they are not installed */
export async function openTracing(settings: TracingSettings | undefined): Promise<Tracing | undefined> {
  if (!settings) return undefined
  const { exportTraces } = await import('./export-traces.ts').catch((error: unknown) => {
    throw errorCode(error) === 'ERR_MODULE_NOT_FOUND' ? packagesMissing() : error
  })
  return exportTraces(settings)
}

function packagesMissing() {
  return new StartRefused(
    'OTEL_EXPORTER_OTLP_ENDPOINT is set, but the packages of OpenTelemetry are not installed. docs/operations/monitoring.md has the command.',
  )
}
