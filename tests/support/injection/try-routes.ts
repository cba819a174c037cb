import { inParallel } from '../in-parallel.ts'
import { inputName, type Route } from './list-routes.ts'
import type { Base, Front } from './open-front.ts'
import { runSqlmap } from './run-sqlmap.ts'

export type Tried = {
  /** Inputs by their names. */
  sound: string[]
  injectable: string[]
  problems: string[]
}

type Trying = {
  atOnce: number
  /** Which inputs, by their names; all, where nothing is said. */
  isTried?: (name: string, route: Route) => boolean
  secondsOfSleep?: number
}

/** Has sqlmap try the inputs of these routes, those of a route in one run. */
export async function tryRoutes(
  front: Front,
  routes: { route: Route; base: Base }[],
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
