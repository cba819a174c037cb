import { Worker } from 'node:worker_threads'

type Bounds<Result> = {
  /** What the thread is given. */
  input: unknown
  milliseconds: number
  megabytes: number
  /** What comes of it where it takes longer, or more. */
  otherwise: Result
}

/**
 * Runs a program in a thread of its own, which is ended when it takes too long or too much: what somebody else has written
 * must not hold up the site.
 * @returns the first message of the thread
 */
export function runApart<Result>(
  program: URL,
  { input, milliseconds, megabytes, otherwise }: Bounds<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(program, {
      workerData: input,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
    })
    const end = () => {
      clearTimeout(limit)
      void thread.terminate()
    }
    const limit = setTimeout(() => {
      end()
      resolve(otherwise)
    }, milliseconds)
    thread.once('message', (result: Result) => {
      end()
      resolve(result)
    })
    thread.once('error', (error: Error & { code?: string }) => {
      end()
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(otherwise)
      else reject(error)
    })
  })
}
