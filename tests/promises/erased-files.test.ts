import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hoursAhead } from '../support/bookings.ts'
import { givenBookedSession, givenConsultant } from '../support/consulting.ts'
import { openBucketPlace, openFolderPlace } from '../support/file-places.ts'
import { pdf, uploadFile } from '../support/files.ts'
import { noteFigure } from '../support/note-figure.ts'
import { startApp } from '../support/start-app.ts'
import { hasSwift } from '../support/start-swift.ts'

/** SECURITY S14 where files are not in the database: what was erased is gone from there as well, however often it takes. */

const content = Buffer.concat([pdf, Buffer.from('canary-in-a-letter')])
const filesAt = (bookingId: string, file = '') => `/api/bookings/${bookingId}/files${file && `/${file}`}`

describe.each([
  ['folder', openFolderPlace, true],
  ['bucket', openBucketPlace, hasSwift],
] as const)('with files in a %s', (kind, openPlace, canRun) => {
  test.runIf(canRun)(
    'a member who leaves leaves no file there, also where it was away just then',
    async () => {
      const place = await openPlace()
      const app = await startApp({ files: place.files })
      onTestFinished(async () => {
        await app.close()
        await place.remove()
      })
      const { consultantId } = await givenConsultant(app, { displayName: 'Ada' })
      const { member, bookingId } = await givenBookedSession(app, { consultantId, startsAt: hoursAhead(app, 48) })
      const files: string[] = []
      for (const name of ['letter.pdf', 'second.pdf', 'third.pdf']) {
        const { body } = await uploadFile(member, filesAt(bookingId), content, name)
        files.push(body.data.files.at(-1).id)
      }
      const { names = async () => [], goAway, comeBack } = place.store ?? {}
      const answer = () => app.app.inject({ url: filesAt(bookingId, files[0]), headers: bearer(member.token) })
      expect((await answer()).rawPayload.equals(content)).toBe(true)
      expect([await names(), await app.rows('select 1 from file_piece')]).toEqual([
        expect.objectContaining({ length: 3 }),
        [],
      ])

      expect((await member.delete(filesAt(bookingId, files[2]))).status).toBe(200)
      await app.run('remove-contents')
      expect(await names()).toHaveLength(2)

      await goAway?.()
      const refused = [await answer(), await member.get(filesAt(bookingId, files[0]))].map(
        ({ headers }) => headers['retry-after'],
      )
      expect(refused).toEqual(['60', '60'])
      const sent = await uploadFile(member, filesAt(bookingId), content)
      expect([sent.status, sent.body.message]).toEqual([
        503,
        'Files cannot be reached at the moment. Please try again in a few minutes.',
      ])
      expect((await member.send('DELETE', '/api/account', { confirmation: 'delete' })).status).toBe(200)
      await app.run('remove-contents')
      expect(await app.rows('select 1 from stored_file')).toEqual([])
      // The two of the member, and the one that found nobody there.
      expect(await app.rows('select 1 from file_removal')).toHaveLength(3)

      await comeBack?.()
      await app.rows("update file_removal set remove_after = remove_after - interval '1 hour'")
      await app.run('remove-contents')
      expect([await names(), await app.rows('select 1 from file_removal')]).toEqual([[], []])
      noteFigure('S14', `0 of 3 files left in a ${kind} that was away when their member left`, '0 left')
    },
    120_000,
  )
})

test('what the folder holds is for the user of the site alone, and under names that say nothing', async () => {
  const place = await openFolderPlace()
  const app = await startApp({ files: place.files })
  onTestFinished(async () => {
    await app.close()
    await place.remove()
  })
  const { consultantId } = await givenConsultant(app, { displayName: 'Ada' })
  const { member, bookingId } = await givenBookedSession(app, { consultantId, startsAt: hoursAhead(app, 48) })
  await uploadFile(member, filesAt(bookingId), content, '../../letter.pdf')
  const [name = ''] = (await place.store?.names()) ?? []
  expect(name).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  const path = join(place.folder, name.slice(0, 2), name)
  expect((await readFile(path)).equals(content)).toBe(true)
  expect([(await stat(path)).mode & 0o777, (await stat(dirname(path))).mode & 0o777]).toEqual([0o600, 0o700])
})

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
