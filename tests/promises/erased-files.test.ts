import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { server } from '../support/app/server-database.ts'
import { startApp } from '../support/app/start-app.ts'
import { givenBookedSession, givenConsultant } from '../support/given/booked-sessions.ts'
import { hoursAhead } from '../support/given/bookings.ts'
import { pdf, uploadFile } from '../support/given/files.ts'
import { recordMeasurement } from '../support/proof/record-measurement.ts'
import { startBucketStorage, startFolderStorage, type TestStorage } from '../support/site/file-storages.ts'
import { hasSwift } from '../support/site/start-swift.ts'

/** S14 in docs/promises.md: erased files are removed from a folder or bucket too, with retries until they are gone. */

const content = Buffer.concat([pdf, Buffer.from('canary-in-a-letter')])
const filesPath = (bookingId: string, file = '') => `/api/bookings/${bookingId}/files${file && `/${file}`}`

const folder = ['folder', startFolderStorage, true] as const
const bucket = ['bucket', startBucketStorage, hasSwift] as const

// OpenStack Swift takes longer to start than everything else here, so it runs only with `npm run test:full`.
describe.each(server ? [folder, bucket] : [folder])('with files in a %s', (kind, openStorage, canRun) => {
  test.runIf(canRun)(
    'deleting an account removes its files, even if the storage was unavailable at first',
    async () => {
      const storage = await openStorage()
      const { app, member, bookingId } = await givenSession(storage)
      const files: string[] = []
      for (const name of ['letter.pdf', 'second.pdf', 'third.pdf']) {
        const { body } = await uploadFile(member, filesPath(bookingId), content, name)
        files.push(body.data.files.at(-1).id)
      }
      const { names = async () => [], goAway, comeBack } = storage.store ?? {}
      const download = () =>
        app.app.inject({ url: filesPath(bookingId, files[0]), headers: bearerHeader(member.token) })
      expect((await download()).rawPayload.equals(content)).toBe(true)
      expect([await names(), await app.rows('select 1 from file_piece')]).toEqual([
        expect.objectContaining({ length: 3 }),
        [],
      ])

      expect((await member.delete(filesPath(bookingId, files[2]))).status).toBe(200)
      await app.run('delete-orphaned-files')
      expect(await names()).toHaveLength(2)

      await goAway?.()
      const retryDelays = [await download(), await member.get(filesPath(bookingId, files[0]))].map(
        ({ headers }) => headers['retry-after'],
      )
      expect(retryDelays).toEqual(['60', '60'])
      const upload = await uploadFile(member, filesPath(bookingId), content)
      expect([upload.status, upload.body.message]).toEqual([
        503,
        'We can’t get to our files right now. Try again in a few minutes.',
      ])
      expect((await member.send('DELETE', '/api/account', { confirmation: 'delete' })).status).toBe(200)
      await app.run('delete-orphaned-files')
      expect(await app.rows('select 1 from stored_file')).toEqual([])
      // Two files of the member, and the upload that failed while the storage was unavailable.
      expect(await app.rows('select 1 from file_removal')).toHaveLength(3)

      await comeBack?.()
      await app.rows("update file_removal set remove_after = remove_after - interval '1 hour'")
      await app.run('delete-orphaned-files')
      expect([await names(), await app.rows('select 1 from file_removal')]).toEqual([[], []])
      recordMeasurement('S14', `0 of 3 files left in a ${kind} that was unavailable during account deletion`, '0 left')
    },
  )
})

test("files in the folder are private to the site's user and have names that reveal nothing", async () => {
  const storage = await startFolderStorage()
  const { member, bookingId } = await givenSession(storage)
  await uploadFile(member, filesPath(bookingId), content, '../../letter.pdf')
  const [name = ''] = (await storage.store?.names()) ?? []
  expect(name).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  const path = join(storage.folder, name.slice(0, 2), name)
  expect((await readFile(path)).equals(content)).toBe(true)
  expect([(await stat(path)).mode & 0o777, (await stat(dirname(path))).mode & 0o777]).toEqual([0o600, 0o700])
})

/** A booked session on a site with these files. */
async function givenSession({ files, remove }: TestStorage) {
  const app = await startApp({ files })
  onTestFinished(async () => {
    await app.close()
    await remove()
  })
  const { consultantId } = await givenConsultant(app, { displayName: 'Ada' })
  return { app, ...(await givenBookedSession(app, { consultantId, startsAt: hoursAhead(app, 48) })) }
}

const bearerHeader = (token: string) => ({ authorization: `Bearer ${token}` })
