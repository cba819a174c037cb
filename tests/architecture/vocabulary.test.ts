import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { findLayoutFaults } from '../../scripts/layout.ts'
import { areaGraph } from '../support/app/boundaries.ts'
import { plantFiles } from '../support/plant-files.ts'

const areas = globSync('src/features/*').map((folder) => folder.replaceAll('\\', '/').split('/')[2] ?? '')

/** The files a room may contain. A large area has rooms; a smaller one is itself a room. */
const roomFiles = [
  'contract.ts',
  'contract/second-step.ts',
  'rules.ts',
  'rules.test.ts',
  'rules/free-slots.ts',
  'rules/free-slots.test.ts',
  'package-dates.test.ts',
  'server/routes.ts',
  'server/public.ts',
  'server/store.ts',
  'server/refund-store.ts',
  'server/card-gateway.ts',
  'server/emails.ts',
  'server/passkeys.ts',
  'server/book-session.ts',
  'server/book-session.test.ts',
  'server/common-passwords.txt',
  'web/public.tsx',
  'web/public-staff.tsx',
  'web/queries.ts',
  'web/use-free-slots.ts',
  'web/pay-for-package.ts',
  'web/bookings-page.tsx',
  'web/bookings-page.test.tsx',
  'web/cancel-booking-dialog.tsx',
]

test.each(['src/features/bookings', 'src/features/bookings/waitlist'])("%s may contain a room's files", (folder) => {
  expect(findRefusedFiles(roomFiles.map((file) => `${folder}/${file}`))).toEqual([])
})

const areaFiles = ['README.md', 'server/tables.ts', 'server/jobs.ts', 'server/email-previews.ts', 'packages.ts']

test('files that an area has only once are accepted at its root and refused in a room', () => {
  expect(findRefusedFiles(areaFiles.map((file) => `src/features/bookings/${file}`))).toEqual([])
  const inRoom = areaFiles.map((file) => `src/features/bookings/waitlist/${file}`)
  expect(findRefusedFiles(inRoom)).toEqual([...inRoom].sort())
})

test("files outside the layout's folders are refused", () => {
  const misplacedFiles = [
    'src/features/bookings.ts',
    'src/features/bookings/book-session.ts',
    'src/features/bookings/routes.ts',
    'src/features/bookings/contract.tsx',
    'src/features/bookings/rules/slots/free.ts',
    'src/features/bookings/server/ReserveSlot.ts',
    'src/features/bookings/server/session-card.tsx',
    'src/features/bookings/server/stores/slots.ts',
    'src/features/bookings/waitlist/book-session.ts',
    'src/features/bookings/waitlist/offers/contract.ts',
    'src/features/bookings/waitlist/offers/server/store.ts',
    'src/features/bookings/web/booking-thing.tsx',
    'src/features/bookings/web/forms/move-form.tsx',
    'src/features/bookings/web/styles.css',
    'src/platform/shared/Money.ts',
    'src/platform/shared/time_zone.ts',
  ]
  expect(findRefusedFiles(misplacedFiles)).toEqual([...misplacedFiles].sort())
})

test.each(['utils', 'slot-helpers', 'misc', 'common', 'slot-manager', 'booking-service', 'slot-handler', 'index'])(
  'the file name "%s" is refused in every layer',
  (word) => {
    const files = [`src/features/bookings/waitlist/server/${word}.ts`, `src/platform/shared/${word}.ts`]
    expect(findRefusedFiles(files)).toEqual(files)
  },
)

test.each([
  ['send-mail', 'email'],
  ['letters', 'email'],
  ['lay-paper', 'document'],
  ['tell-booking-changed', 'notify'],
  ['foretell-erasure', 'preview'],
  ['wish', 'waitlist'],
  ['earlier-times', 'waitlist'],
  ['held-sessions', 'session type'],
  ['forget-logins', 'purge'],
  ['converge-payment', 'sync'],
  ['number-series', 'number sequence'],
  ['figures', 'metric'],
  ['take-turns', 'mutex'],
  ['obstacle', 'blocker'],
])('the file name "%s" is refused in favour of "%s"', (name, preferred) => {
  const files = { [`src/features/bookings/waitlist/server/${name}.ts`]: '', [`src/app/server/${name}.test.ts`]: '' }
  const faults = findLayoutFaults(plantFiles(files))
  expect(faults).toHaveLength(2)
  for (const fault of faults) expect(fault).toContain(`is called "${preferred}" here`)
})

test.each(areas)('%s has at most one file each for personal data, purging, tables and jobs', (area) => {
  for (const file of ['personal-data', 'purge-expired', 'tables', 'jobs'])
    expect(globSync(`src/features/${area}/**/server/${file}.ts`).length, file).toBeLessThanOrEqual(1)
})

test.each(areas)('the README for %s has its heading and five lines', (area) => {
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

test.each(areas)('the README for %s names its tables and the areas it may use', (area) => {
  const text = readFileSync(`src/features/${area}/README.md`, 'utf8')
  for (const table of listTables(area)) expect(findLine(text, 'tables')).toContain(`\`${table}\``)
  const mayUse = areaGraph[area] ?? []
  for (const lower of mayUse) expect(findLine(text, 'may use')).toContain(lower)
  for (const otherArea of areas.filter((name) => name !== area && !mayUse.includes(name)))
    expect(findLine(text, 'may use')).not.toContain(otherArea)
})

test.each(areas)('the README for %s names its front doors', (area) => {
  const [line = ''] = findLine(readFileSync(`src/features/${area}/README.md`, 'utf8'), 'front door').split(';')
  const doors = ['contract.ts', 'contract/', 'rules.ts', 'rules/', 'server/public.ts', 'web/public*.tsx']
  const existing = doors.flatMap((frontDoor) => globSync(frontDoor, { cwd: `src/features/${area}` }))
  const namesInText = [...line.matchAll(/`([^`]+)`/g)].map(([, frontDoor = '']) => frontDoor.replace(/\/$/, ''))
  expect(namesInText.sort()).toEqual(
    existing.map((frontDoor) => frontDoor.replaceAll('\\', '/').replace(/\/$/, '')).sort(),
  )
})

test.each(areas)('the stores in %s use only tables from their own area or from areas it may use', (area) => {
  const allowedTables = ['platform', area, ...(areaGraph[area] ?? [])].flatMap(listTables).map(toCamelCase)
  const namesInText = globSync(`src/features/${area}/**/server/*store.ts`).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:From|Join|Into|Table)\(\s*'([A-Za-z]+)/g)].map(
      ([, table = '']) => table,
    ),
  )
  expect(namesInText.filter((table) => !allowedTables.includes(table))).toEqual([])
})

/**
 * The last migration that created the tables for a whole area (docs/decisions/0035). Later migrations may be named
 * after a room.
 */
const LAST_BASELINE = '0016'

function listTables(area: string): string[] {
  const rooms = globSync(`src/features/${area}/*/`).map((folder) => basename(folder))
  const ofRooms = globSync(rooms.map((room) => `migrations/*-${room}.sql`))
  const later = ofRooms.filter((file) => basename(file).slice(0, LAST_BASELINE.length) > LAST_BASELINE)
  return [...globSync(`migrations/*-${area}.sql`), ...later].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/create (?:unlogged )?table ([a-z_]+)/g)].map(([, table = '']) => table),
  )
}

function toCamelCase(table: string): string {
  return table.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function findLine(text: string, label: string): string {
  return text.split('\n').find((line) => line.startsWith(`- **${label}**`)) ?? ''
}

/** Returns the files in which the layout check finds a fault. */
function findRefusedFiles(files: string[]): string[] {
  const faults = findLayoutFaults(plantFiles(Object.fromEntries(files.map((file) => [file, '']))))
  return [...new Set(faults.map((fault) => fault.slice(0, fault.indexOf(':'))))]
}
