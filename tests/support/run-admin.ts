import { runProgram } from './run-program.ts'

/** The operator's command as `npm run admin` runs it. */
export async function runAdmin(given: string[], environment: Record<string, string> = {}) {
  const ran = await runProgram('admin', given, { LOG_LEVEL: 'info', ...environment })
  return { ...ran, token: /\/reset-password\/([\w-]{43})\n$/.exec(ran.stdout)?.[1] ?? '' }
}
