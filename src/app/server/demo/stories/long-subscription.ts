import { tellStory } from '#features/marketing/contract.ts'
import * as notifications from '#features/notifications/contract.ts'
import { bookSession, moveSession, sessionScenes } from '../book-session.ts'
import { buyPackage } from '../buy-package.ts'
import { makeItem } from '../make-item.ts'
import { rateSession } from '../rate-session.ts'
import { newcomer, type Story } from '../story.ts'
import { answerMessage, writeMessage } from '../write-message.ts'

/** Three months of a subscription: renewals, a rating that became a story, a conversation, a session that was moved. */
export function longSubscription(): Story {
  const amelia = newcomer({ firstName: 'Amelia', lastName: 'Foster' })
  let bookingId = ''
  return {
    person: amelia.person,
    shows: 'a subscription in its fourth month: renewals, a moved session, a conversation, a released rating',
    scenes: [
      {
        daysAgo: 94,
        async play(cast) {
          const member = await amelia.arrive(cast)
          await buyPackage(cast.stage, member, { packageId: 'my-future-pro' })
        },
      },
      ...sessionScenes({
        member: amelia,
        consultant: ({ amara }) => amara,
        lineKey: 'initial-consultation',
        daysAgo: 93,
        async afterwards({ administrator }, ratingId) {
          const words = 'I came with ten ideas and left with one plan. For the first time I know what to do on Monday.'
          await rateSession(amelia.actor, ratingId, { score: 5, words, mayPublish: true })
          const story = {
            title: 'From ten ideas to one plan',
            start: 'Amelia had worked in a shop for six years and did not know where to begin.',
            work: 'We looked at what she does well, and at three ways that lead on from there.',
            result: 'She studies in the evening and works in a team that plans events.',
          }
          await administrator.ask(tellStory, { body: { ratingId, ...story } })
        },
      }),
      {
        daysAgo: 88,
        async play({ amara }) {
          await makeItem(amara, amelia.actor, { lineKey: 'roadmap' }, 'approved')
          await makeItem(amara, amelia.actor, { lineKey: 'future-profile-report' }, 'approved')
        },
      },
      ...sessionScenes({
        member: amelia,
        consultant: ({ amara }) => amara,
        lineKey: 'consultation',
        daysAgo: 60,
        afterwards: (_, id) => rateSession(amelia.actor, id, { score: 5, words: null, mayPublish: false }),
      }),
      {
        daysAgo: 20,
        async play({ administrator }) {
          await writeMessage(amelia.actor, 'Can I use my sessions for interview practice as well?')
          await answerMessage(administrator, amelia.actor, 'Yes. Write "interview" into the notes when you book.')
        },
      },
      {
        // The fourth month has begun by then, however long those before it were.
        daysAgo: 1.6,
        async play({ stage, amara }) {
          bookingId = await bookSession(stage, amelia.actor, {
            lineKey: 'consultation',
            consultant: amara,
            inDays: 3,
            notes: 'Interview practice, please.',
          })
        },
      },
      {
        daysAgo: 1.5,
        async play({ stage }) {
          await moveSession(stage, amelia.actor, bookingId, 5)
          await amelia.actor.ask(notifications.readAllNotifications, {
            body: { until: stage.context.now().toISOString() },
          })
        },
      },
    ],
  }
}
