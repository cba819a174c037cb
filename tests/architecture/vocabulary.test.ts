import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { areaGraph } from '../support/boundaries.ts'

/** The whole vocabulary of an area's folder. A new name is a decision about how the code reads, not a detail. */
const allowed = [
  /^README\.md$/,
  /^(contract|rules)(\.test)?\.ts$/,
  /^(contract|rules)\/[a-z-]+(\.test)?\.ts$/,
  // The seed of the catalogue, which the specification fixes.
  /^packages(\.test)?\.ts$/,
  /^server\/(routes|tables|public|emails|events|jobs)\.ts$/,
  /^server\/emails\/[a-z-]+\.ts$/,
  /^server\/(store|[a-z]+-store|[a-z]+-gateway)(\.test)?\.ts$/,
  // A list that is only looked up.
  /^server\/[a-z]+(-[a-z]+)+\.txt$/,
  // One use case: verb-object.
  /^server\/[a-z]+(-[a-z]+)+(\.test)?\.ts$/,
  /^web\/(public(-(identity|staff))?|[a-z-]+-(page|form|card|table|dialog|panel|list|section|drawing))(\.test)?\.tsx$/,
  /^web\/(queries|store|return-address|page-meta|structured-data|use-[a-z-]+)(\.test)?\.ts$/,
]

const vague = /(utils?|helpers?|misc|common|manager|service|handler|lib|stuff)(\.test)?\.tsx?$/

const areas = globSync('src/features/*').map((folder) => folder.split('/')[2] ?? '')

test('the folders of the areas use only names from the vocabulary', () => {
  const strangers = globSync('src/features/*/**/*.*').filter((file) => {
    const inside = file.split('/').slice(3).join('/')
    return vague.test(inside) || !allowed.some((pattern) => pattern.test(inside))
  })
  expect(strangers).toEqual([])
})

test.each(areas)('the area %s says in five lines what it is', (area) => {
  const lines = readFileSync(`src/features/${area}/README.md`, 'utf8').trim().split('\n').filter(Boolean)
  expect(lines.map((line) => /^(# \S+|- \*\*[a-z ]+\*\*)/.exec(line)?.[1])).toEqual([
    `# ${area}`,
    '- **owns**',
    '- **tables**',
    '- **may use**',
    '- **front door**',
    '- **not here**',
  ])
})

test.each(areas)('the description of %s names its tables and the areas it may use', (area) => {
  const text = readFileSync(`src/features/${area}/README.md`, 'utf8')
  for (const table of tablesOf(area)) expect(lineOf(text, 'tables')).toContain(`\`${table}\``)
  const mayUse = areaGraph[area] ?? []
  for (const lower of mayUse) expect(lineOf(text, 'may use')).toContain(lower)
  for (const other of areas.filter((name) => name !== area && !mayUse.includes(name)))
    expect(lineOf(text, 'may use')).not.toContain(other)
})

test.each(areas)('the stores of %s name only tables of their own area or of one below it', (area) => {
  const known = [area, ...(areaGraph[area] ?? [])].flatMap(tablesOf)
  const named = globSync(`src/features/${area}/server/*store.ts`).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:From|Join|Into|Table)\(\s*'([a-z_]+)/g)].map(([, table = '']) => table),
  )
  expect(named.filter((table) => !known.includes(table))).toEqual([])
})

test('every table of the migrations is declared by one area or by the platform, and the other way round', () => {
  const declared = [
    ...areas.flatMap(tablesOf),
    ...globSync('src/platform/server/{audit,backup,mail,files}/tables.ts').flatMap(tablesIn),
  ]
  const created = globSync('migrations/*.sql').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/create table ([a-z_]+)/g)].map(([, table = '']) => table),
  )
  // Its only reader is the library that counts.
  expect(declared.sort()).toEqual(created.filter((table) => table !== 'attempt_limit').sort())
})

function tablesOf(area: string): string[] {
  return globSync(`src/features/${area}/server/tables.ts`).flatMap(tablesIn)
}

function tablesIn(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^ {4}([a-z_]+): \{$/gm)].map(([, table = '']) => table)
}

function lineOf(text: string, label: string): string {
  return text.split('\n').find((line) => line.startsWith(`- **${label}**`)) ?? ''
}
