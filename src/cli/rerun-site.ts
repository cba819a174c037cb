import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The message that the site sends once it is ready. */
export type Ready = { address: string; welcome: string }

type Listeners = {
  onReady: (welcome: string) => void
  /** Called if the site exits on its own. @param problem has the site's error output as its stack */
  onEnd: (problem: Error) => void
}

export type Rerun = ReturnType<typeof rerunSite>

const program = fileURLToPath(new URL('../../bin/futureworld.mjs', import.meta.url))

/** A hung process, for example one in an endless loop, must not stop its corrected version from starting. */
const SHUTDOWN_GRACE_MS = 5_000

/** Runs the site without its pages in a separate process that can restart. */
export function rerunSite(isDemo: boolean, { onReady, onEnd }: Listeners) {
  let address = pendingAddress()
  let ending: Promise<void> | undefined
  let isClosed = false
  let parameters = isDemo ? ['--demo'] : []
  let child = startProcess()

  return {
    /** Waits until the site is ready. @throws the site's error output if it exited on its own */
    address: () => address.promise,
    async restart() {
      const previousAddress = address
      address = pendingAddress()
      previousAddress.resolve(address.promise)
      // A restart is already waiting for the process to end, and will use the newest sources.
      if (ending) return
      ending = stopProcess(child)
      await ending
      ending = undefined
      if (!isClosed) child = startProcess()
    },
    close() {
      isClosed = true
      ending ??= stopProcess(child)
      return ending
    },
  }

  function startProcess(): ChildProcess {
    const siteProcess = fork(program, ['start', '--without-pages', ...parameters], {
      stdio: ['inherit', 'inherit', 'pipe', 'ipc'],
    })
    let errorOutput = ''
    siteProcess.stderr?.on('data', (chunk: Buffer) => {
      process.stderr.write(chunk)
      errorOutput += chunk
    })
    siteProcess.once('message', (ready: Ready) => {
      // The demo is seeded only once, because it refuses a database that already has members.
      parameters = []
      address.resolve(ready.address)
      onReady(ready.welcome)
    })
    siteProcess.once('close', () => {
      const problem = new Error('The site has stopped')
      problem.stack = errorOutput.trim() || problem.message
      // Rejects both current and later callers.
      address.reject(problem)
      address = pendingAddress()
      address.reject(problem)
      onEnd(problem)
    })
    return siteProcess
  }
}

function pendingAddress() {
  const address = Promise.withResolvers<string>()
  // Prevents an unhandled rejection if no request is waiting for the address.
  address.promise.catch(() => {})
  return address
}

async function stopProcess(child: ChildProcess) {
  // This exit is intended, so it is not reported.
  child.removeAllListeners('close')
  if (child.exitCode !== null || child.signalCode !== null) return
  const killTimer = setTimeout(() => child.kill('SIGKILL'), SHUTDOWN_GRACE_MS)
  child.kill()
  await once(child, 'exit')
  clearTimeout(killTimer)
}
