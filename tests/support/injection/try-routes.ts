import { inParallel } from '../app/in-parallel.ts'
import { inputName, type Route } from './list-routes.ts'
import type { BaseRequest, SqlmapProxy } from './open-sqlmap-proxy.ts'
import { runSqlmap } from './run-sqlmap.ts'

export type Findings = {
  /** Names of inputs. */
  sound: string[]
  injectable: string[]
  problems: string[]
}

type TestOptions = {
  atOnce: number
  /** Selects inputs by name; all inputs by default. */
  isIncluded?: (name: string, route: Route) => boolean
  secondsOfSleep?: number
}

/** Runs sqlmap on the inputs of these routes, one run per route. */
export async function tryRoutes(
  proxy: SqlmapProxy,
  routes: { route: Route; base: BaseRequest }[],
  { atOnce, isIncluded = () => true, secondsOfSleep }: TestOptions,
): Promise<Findings> {
  const findings: Findings = { sound: [], injectable: [], problems: [] }
  await inParallel(routes, atOnce, async ({ route, base }) => {
    const fields = route.inputs.flatMap((input, index) =>
      isIncluded(inputName(route, input), route) ? [`p${index}`] : [],
    )
    if (fields.length === 0) return
    const verdict = await runSqlmap({ url: proxy.add(route, base), texts: base.texts, fields, secondsOfSleep })
    const toInputNames = (fieldNames: string[]) =>
      fieldNames.flatMap((field) => {
        const input = route.inputs[Number(field.slice(1))]
        return input ? [inputName(route, input)] : []
      })
    findings.sound.push(...toInputNames(verdict.sound))
    findings.injectable.push(...toInputNames(verdict.injectable))
    const isComplete = verdict.sound.length + verdict.injectable.length === fields.length
    const problems = isComplete ? verdict.problems : [...verdict.problems, verdict.output.slice(-2_000)]
    findings.problems.push(...problems.map((problem) => `${route.method} ${route.path}: ${problem}`))
  })
  return findings
}
