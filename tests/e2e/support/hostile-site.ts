import type { Config } from '#app/server/config.ts'
import type { Actor, Login } from '#app/server/demo/act-as.ts'
import { bookSession } from '#app/server/demo/book-session.ts'
import { buyPackage } from '#app/server/demo/buy-package.ts'
import { browserOf, openAdministrator } from '#app/server/demo/open-account.ts'
import { openStage, type Stage } from '#app/server/demo/open-stage.ts'
import { type Consultant, publishConsultant } from '#app/server/demo/publish-consultant.ts'
import { rateSession } from '#app/server/demo/rate-session.ts'
import { writeMessage } from '#app/server/demo/write-message.ts'
import { updateProfile } from '#features/accounts/contract/profile.ts'
import { register } from '#features/accounts/contract.ts'
import { markBooking } from '#features/bookings/contract/agenda.ts'
import { addBookingFile } from '#features/bookings/contract/booking-file.ts'
import * as deliverables from '#features/deliverables/contract.ts'
import * as messages from '#features/messages/contract.ts'
import { pdf } from '../../support/files.ts'
import { hostileStrings } from '../../support/hostile-strings.ts'

export type HostilePeople = {
  administrator: Login
  consultant: Login
  /** One for each string. */
  members: Login[]
  /** Of their sessions, which were held some days ago. */
  bookingIds: string[]
  itemIds: string[]
  /** How many of the strings each field has taken as they are. */
  taken: Record<string, number>
}

const password = 'a long enough password'
const MINUTES_A_DAY = 24 * 60

/** Every string in every field that visitors and members can fill, by the API, in a site that is then started. */
export async function fillWithHostileStrings(config: Config): Promise<HostilePeople> {
  const silent = { info() {}, warn() {}, error() {} }
  const stage = await openStage(config, silent, { beginsMinutesAgo: 7 * MINUTES_A_DAY })
  const taken: Record<string, number> = {}
  try {
    const administrator = await openAdministrator(stage, config, `${password} for staff`)
    const consultant = await publishConsultant(
      stage,
      { firstName: 'Grace', lastName: 'Hopper' },
      {
        password: `${password} for staff`,
        summary: 'Listens first.',
        languages: ['en'],
        services: ['MY_FUTURE'],
        colour: [0, 0, 0],
        from: 0,
        until: 24,
      },
    )
    const fillings: Filling[] = []
    for (const [number, text] of hostileStrings.entries())
      fillings.push(await fillFields({ stage, consultant, taken, text, number }))
    await stage.goTo(MINUTES_A_DAY)
    for (const filling of fillings) await fillAfterwards(consultant, filling, taken)
    await stage.goTo(0)
    const ids = {
      bookingIds: fillings.map(({ bookingId }) => bookingId),
      itemIds: fillings.map(({ itemId }) => itemId),
    }
    return { administrator, consultant, members: fillings.map(({ member }) => member), ...ids, taken }
  } finally {
    await stage.close()
  }
}

type Filling = { member: Actor; bookingId: string; itemId: string; text: string; number: number }

async function fillFields({
  stage,
  consultant,
  taken,
  text,
  number,
}: {
  stage: Stage
  consultant: Consultant
  taken: HostilePeople['taken']
  text: string
  number: number
}): Promise<Filling> {
  const fill = offerTo(taken, text)
  const email = `member${number}@hostile.example`
  const member = browserOf(stage, { email, password })
  await fill('name', 'Ada', (name) =>
    member.ask(register, { body: { firstName: name, lastName: name, email, mobile: '+447700900123', password } }),
  )
  const visitor = browserOf(stage, { email: `visitor${number}@hostile.example`, password })
  const writing = { email: visitor.email }
  await fill('contact name', 'Ada', (name) =>
    visitor.ask(messages.sendMessage, { body: { ...writing, name, message: text } }),
  )
  await fill('complaint', 'It was late', (message) =>
    visitor.ask(messages.sendComplaint, { body: { ...writing, name: 'Ada', message, topic: 'other' } }),
  )
  await fill('conversation', 'Hello', (words) => writeMessage(member, words))
  await fill('company', 'Company', (companyName) =>
    buyPackage(stage, member, {
      packageId: 'my-future-basic',
      buyer: { kind: 'business', companyName, vatNumber: null, address: [companyName], country: 'GB' },
    }),
  )
  const bookingId = await fill('notes', 'My plans', (notes) =>
    bookSession(stage, member, { lineKey: 'initial-consultation', consultant, inDays: 1, notes }),
  )
  await fill('file name', 'letter', (name) =>
    member.upload(addBookingFile, { params: { bookingId }, query: { name: `${name}.pdf` } }, pdf),
  )
  const { items } = await member.ask(deliverables.listItems, { query: {} })
  const itemId = items[0]?.id ?? ''
  await fill('comment', 'In blue', (words) =>
    member.ask(deliverables.writeComment, { params: { itemId }, body: { text: words } }),
  )
  return { member, bookingId, itemId, text, number }
}

async function fillAfterwards(
  consultant: Consultant,
  { member, bookingId, text, number }: Filling,
  taken: HostilePeople['taken'],
): Promise<void> {
  const fill = offerTo(taken, text)
  await consultant.ask(markBooking, { params: { bookingId }, body: { mark: 'held' } })
  await fill('rating', 'Good', (words) => rateSession(member, bookingId, { score: 5, words, mayPublish: true }))
  // A guardian takes back what may be published: every other member keeps theirs.
  if (number % 2) return
  await fill('guardian', 'Anne', (name) =>
    member.ask(updateProfile, { body: { guardian: { name, email: `guardian.of.${member.email}` } } }),
  )
}

/** What a field does not take is refused with words, and the harmless value goes in. */
function offerTo(taken: HostilePeople['taken'], text: string) {
  return async <Answer>(field: string, harmless: string, send: (words: string) => Promise<Answer>) => {
    taken[field] ??= 0
    try {
      const answer = await send(text)
      taken[field] += 1
      return answer
    } catch (error) {
      if (!String(error).includes('invalid-input')) throw error
      return send(harmless)
    }
  }
}
