#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
import { startSandbox } from './start-sandbox.ts'
import { DataFileInUse } from './storage/open-database.ts'

/** Runs the sandbox as a separate program with settings from the environment. */

function setting(name: string, fallback?: string): string {
  const value = process.env[name] || fallback
  if (value) return value
  console.error(`The sandbox needs the environment variable ${name}.`)
  process.exit(1)
}

function webhook() {
  const url = process.env.SANDBOX_WEBHOOK_URL
  return url ? { webhook: { url, secret: setting('SANDBOX_WEBHOOK_SECRET') } } : {}
}

function publicUrl() {
  const url = process.env.SANDBOX_PUBLIC_URL
  return url ? { publicUrl: url } : {}
}

const port = setting('SANDBOX_PORT', '5002')

try {
  const sandbox = await startSandbox({
    port: Number(port),
    host: setting('HOST', '127.0.0.1'),
    dataFile: setting('SANDBOX_DATA_FILE'),
    secretKey: setting('SANDBOX_SECRET_KEY'),
    publishableKey: setting('SANDBOX_PUBLISHABLE_KEY'),
    ...publicUrl(),
    ...webhook(),
  })
  console.log(`The payment sandbox listens on ${sandbox.url}`)
  const stop = () => sandbox.close().then(() => process.exit(0))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
} catch (error) {
  console.error(toMessage(error))
  process.exit(1)
}

function toMessage(error: unknown): unknown {
  if (error instanceof DataFileInUse) return error.message
  const isBusy = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
  return isBusy ? `Port ${port} is in use by another program.` : error
}
