import { expect, test } from 'vitest'
import { migrate } from '#platform/server/db/migrate.ts'
import { givenHeldSession, ratingOf } from '../../../../tests/support/ratings.ts'
import { startApp, type TestApp } from '../../../../tests/support/start-app.ts'

/** As the database was before names were kept with permissions. */
async function undoMigration(app: TestApp) {
  await app.rows("delete from schema_migration where name = '0027-published-names.sql'")
  await app.rows('alter table rating drop column shown_name')
  await app.rows('drop trigger account_guardian on account')
  await app.rows('drop function withdraw_permissions')
}

test('who has allowed it before keeps the name that they have now, and nobody under 18 is published any more', async () => {
  await using app = await startApp()
  const told = async (firstName: string, guardian: string | null = null) => {
    const { member, path, bookingId } = await givenHeldSession(app)
    await member.send('PUT', path, ratingOf({ mayPublish: true }))
    await app.rows(
      `insert into story (service_type, position, is_illustrative, title, start, work, result, rating_id)
       values ('MY_FUTURE', -1, false, $1::text, 'A start', 'Work', 'A result', $2::uuid)`,
      bookingId,
      bookingId,
    )
    return { member, firstName, guardian, bookingId }
  }
  const zoe = await told('Zoë-Ann O’Neil')
  const shop = await told('Buy at evil.example')
  const young = await told('Ben', 'Annabella')
  const { member: quiet, path } = await givenHeldSession(app)
  await quiet.send('PUT', path, ratingOf())
  await undoMigration(app)
  for (const { member, firstName, guardian } of [zoe, shop, young])
    await app.rows(
      'update account set first_name = $2, guardian_name = $3, guardian_email = $3 where id = $1',
      member.id,
      firstName,
      guardian,
    )

  expect(await migrate(app.database.pool)).toEqual(['0027-published-names.sql'])

  expect(await app.rows('select shown_name from rating where may_publish order by shown_name')).toEqual([
    { shown_name: 'Zoë-Ann O’Neil' },
    { shown_name: 'a member' },
  ])
  const stories = await app.rows('select rating_id from story where not is_illustrative')
  expect(stories.map(({ rating_id: id }) => id).sort()).toEqual([zoe.bookingId, shop.bookingId].sort())
  expect(await app.rows('select score, words from rating where not may_publish')).toHaveLength(2)
})
