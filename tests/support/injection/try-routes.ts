import { inParallel } from '../app/in-parallel.ts'
import { inputName, type Route } from './list-routes.ts'
import type { BaseRequest, SqlmapProxy } from './open-sqlmap-proxy.ts'
import { runSqlmap } from './run-sqlmap.ts'

export type Tried = {
  /** Inputs by name. */
  sound: string[]
  injectable: string[]
  problems: string[]
}

type Trying = {
  atOnce: number
  /** Selects inputs by name. Default: all. */
  isTried?: (name: string, route: Route) => boolean
  secondsOfSleep?: number
}

/** Runs sqlmap on the inputs of these routes, once per route. */
export async function tryRoutes(
  front: SqlmapProxy,
  routes: { route: Route; base: BaseRequest }[],
  { atOnce, isTried = () => true, secondsOfSleep }: Trying,
): Promise<Tried> {
  const tried: Tried = { sound: [], injectable: [], problems: [] }
  await inParallel(routes, atOnce, async ({ route, base }) => {
    const fields = route.inputs.flatMap((input, index) =>
      isTried(inputName(route, input), route) ? [`p${index}`] : [],
    )
    if (fields.length === 0) return
    const verdict = await runSqlmap({ url: front.add(route, base), texts: base.texts, fields, secondsOfSleep })
    const named = (found: string[]) =>
      found.flatMap((field) => {
        const input = route.inputs[Number(field.slice(1))]
        return input ? [inputName(route, input)] : []
      })
    tried.sound.push(...named(verdict.sound))
    tried.injectable.push(...named(verdict.injectable))
    const isWhole = verdict.sound.length + verdict.injectable.length === fields.length
    const problems = isWhole ? verdict.problems : [...verdict.problems, verdict.output.slice(-2_000)]
    tried.problems.push(...problems.map((problem) => `${route.method} ${route.path}: ${problem}`))
  })
  return tried
}
