#!/usr/bin/env node
// Imported first: an older Node would fail at the first line of TypeScript.
import '../scripts/require-node.mjs'
import v8 from 'node:v8'
import vm from 'node:vm'

// The only program; `src/cli/program.ts` lists its commands. Node flags are set here, so that users need not pass them.

// Lets the site collect garbage once after it starts: docs/decisions/0030.
v8.setFlagsFromString('--expose-gc')
globalThis.gc = vm.runInNewContext('gc')

// Node's SQLite is still experimental. We use it only for locks, so we hide the warning.
const [print] = process.listeners('warning')
process.removeAllListeners('warning')
process.on('warning', (warning) => {
  if (warning.name !== 'ExperimentalWarning') print?.(warning)
})

await import('../src/cli/main.ts')
