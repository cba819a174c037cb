import { requestGuardian } from '#features/payments/contract/guardian.ts'
import { newcomer, type Story } from '../story.ts'

/** Somebody under 18, whose guardian was asked and has not answered yet (PRODUCT D24). */
export function youngMember(): Story {
  const nia = newcomer({ firstName: 'Nia', lastName: 'Jones' })
  return {
    person: nia.person,
    shows: 'somebody under 18 whose guardian is asked by mail before anything can be paid',
    scenes: [
      {
        daysAgo: 2,
        async play(cast) {
          const member = await nia.arrive(cast)
          const guardian = { name: 'Carys Jones', email: 'carys.jones@demo.example' }
          await member.ask(requestGuardian, { body: { packageId: 'my-future-basic', market: 'uk', guardian } })
        },
      },
    ],
  }
}
