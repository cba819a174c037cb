import module from 'node:module'
import { fileURLToPath } from 'node:url'

// Runs first, because an older Node fails at the first line of TypeScript with a confusing error. Before 24.14.1, a
// single request could crash the whole process (CVE-2026-21710).
const [major = 0, minor = 0, patch = 0] = process.versions.node.split('.').map(Number)
if (major < 24 || (major === 24 && (minor < 14 || (minor === 14 && patch < 1)))) {
  process.stderr.write(
    `FutureWorld runs on Node 24.14.1 or later; this is ${process.version}. On Linux and Windows "npm ci" brings it along; elsewhere please install it.\n`,
  )
  process.exit(1)
}

// Caches compiled code next to the built pages for the next start. If the folder is not writable, Node compiles again.
module.enableCompileCache(fileURLToPath(new URL('../build/compile-cache', import.meta.url)))
