import { buildWeb } from './build-web.ts'

type SiteProgram = typeof import('./run-site.ts')

await start().catch((error: unknown) => {
  if (!isRefused(error)) throw error
  process.stderr.write(`\n${error.message}\n\n`)
  process.exitCode = 1
})

async function start() {
  // `npm run dev`: from the sources instead of a build.
  const isDevelopment = process.argv.includes('--development')
  const isNew = !isDevelopment && (await buildWeb())
  const { runSite } = isDevelopment ? await import('./run-site.ts') : await loadBuiltSite()
  await runSite({ environment: process.env, isDevelopment, isNew })
}

/** Few files in place of two thousand: docs/decisions/0034. */
function loadBuiltSite(): Promise<SiteProgram> {
  const address = new URL('../../../build/site/run-site.js', import.meta.url)
  return import(address.href)
}

/** By its name: the build has a class of its own. */
function isRefused(error: unknown): error is Error {
  return error instanceof Error && error.name === 'StartRefused'
}
