import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** An endpoint's route is bound in its own room; an area without rooms counts as one room. */
test("every endpoint is bound by its own room's routes", () => {
  const contracts = globSync('src/features/**/{contract,contract/*}.ts', { exclude: ['**/*.test.ts'] })
  const endpoints = contracts.map((path) => path.replaceAll('\\', '/')).flatMap(findEndpoints)
  expect(endpoints.length).toBeGreaterThan(200)

  const unbound = endpoints.filter(({ name, routes }) => !readIfExists(routes).includes(`.${name},`))
  expect(unbound.map(({ name, routes }) => `${routes}: ${name}`)).toEqual([])
})

function findEndpoints(path: string) {
  const routes = path.replace(/contract(\/[a-z-]+)?\.ts$/, 'server/routes.ts')
  return [...readIfExists(path).matchAll(/^export const (\w+) = endpoint\(/gm)].map(([, name = '']) => ({
    name,
    routes,
  }))
}

function readIfExists(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}
