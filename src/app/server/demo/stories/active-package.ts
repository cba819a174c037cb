import { writeSessionNote } from '#features/bookings/contract/session-note.ts'
import { bookSession, sessionScenes } from '../book-session.ts'
import { buyPackage } from '../buy-package.ts'
import { makeItem } from '../make-item.ts'
import { newcomer, type Story } from '../story.ts'
import { writeMessage } from '../write-message.ts'

/** The middle of a week: a session held, the next one booked, a report to approve, a question that waits. */
export function activePackage(): Story {
  const daniel = newcomer({ firstName: 'Daniel', lastName: 'Okafor' })
  return {
    person: daniel.person,
    shows: 'an active package: a session to come, a roadmap to approve, a message that waits for an answer',
    scenes: [
      {
        daysAgo: 4,
        async play(cast) {
          const member = await daniel.arrive(cast)
          await buyPackage(cast.stage, member, { packageId: 'my-future-basic' })
        },
      },
      ...sessionScenes({
        member: daniel,
        consultant: ({ amara }) => amara,
        lineKey: 'initial-consultation',
        daysAgo: 3.9,
        notes: 'I would like to talk about moving from teaching into product work.',
        async afterwards({ stage, amara }, bookingId) {
          const text = 'Bring two job adverts that made you curious, and what you liked in each.'
          await amara.ask(writeSessionNote, { params: { bookingId }, body: { text, isShared: true } })
          await bookSession(stage, daniel.actor, { lineKey: 'final-call', consultant: amara, inDays: 3 })
        },
      }),
      {
        daysAgo: 1.5,
        async play({ amara }) {
          await makeItem(amara, daniel.actor, { lineKey: 'roadmap' }, 'asked')
          await makeItem(amara, daniel.actor, { lineKey: 'resume-review' }, 'taken')
        },
      },
      {
        daysAgo: 0.4,
        play: () => writeMessage(daniel.actor, 'Could the final call be in the evening? I teach until five.'),
      },
    ],
  }
}
