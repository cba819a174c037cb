import { resolve } from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { slimContracts } from './slim-contracts.ts'

test('a page script has the endpoint addresses and refusals, but no schemas', async () => {
  const script = await buildScript(`
    import { cancelBooking } from '#features/bookings/cancellation/contract.ts'
    console.log(cancelBooking)`)
  expect(script).toContain('/api/bookings/:bookingId')
  expect(script).toContain('booking-not-found')
  expect(script).not.toContain('_zod')
})

test('aliased imports, and values imported alongside a type, are slimmed too', async () => {
  const script = await buildScript(`
    import { type BookableSession, listBookings as list } from '#features/bookings/booking/contract.ts'
    export const bookings: BookableSession[] = [list as never]
    console.log(bookings)`)
  expect(script).toContain('/api/bookings')
  expect(script).not.toContain('_zod')
})

test.each([
  ['validates a form with the schema', 'console.log(bodyOf(bookSession))'],
  ['reads the schema', 'console.log(bookSession.body)'],
])('a page that %s gets the schema of that endpoint only', async (_, usage) => {
  const script = await buildScript(`
    import { bookSession } from '#features/bookings/booking/contract.ts'
    import { bodyOf } from '#platform/web/form.ts'
    ${usage}`)
  expect(script).toContain('_zod')
})

/** A page's script, as the site's build produces it. */
async function buildScript(source: string): Promise<string> {
  const page = resolve('src/app/web/page-of-a-test.ts')
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      slimContracts(),
      {
        name: 'page-of-a-test',
        enforce: 'pre',
        resolveId: (id) => (id === page ? id : null),
        load: (id) => (id === page ? source.replaceAll(/^ +/gm, '') : null),
      },
    ],
    build: { write: false, minify: false, rolldownOptions: { input: page } },
  })
  if (!('output' in result)) throw new Error('The page was built more than once')
  return result.output.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n')
}
