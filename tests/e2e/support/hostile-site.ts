import type { Config } from '#app/config/config.ts'
import { createActor, openAdministrator } from '#demo/accounts.ts'
import type { Actor, Credentials } from '#demo/api-client.ts'
import { type Consultant, publishConsultant } from '#demo/consultants.ts'
import { type DemoSite, openDemoSite } from '#demo/demo-site.ts'
import { buyPackage } from '#demo/packages.ts'
import { bookSession, rateSession } from '#demo/sessions.ts'
import { writeMessage } from '#demo/stories/messages.ts'
import { updateProfile } from '#features/accounts/profile/contract.ts'
import { register } from '#features/accounts/registration/contract.ts'
import { markAttendance } from '#features/bookings/agenda/contract.ts'
import { addBookingFile } from '#features/bookings/files/contract.ts'
import * as messages from '#features/contact/form/contract.ts'
import * as deliverables from '#features/deliverables/member/contract.ts'
import { createDiscountCode } from '#features/purchases/discounts/contract/admin-codes.ts'
import { codeDraft } from '../../support/given/discount-codes.ts'
import { pdf } from '../../support/given/files.ts'
import { hostileStrings } from '../../support/proof/hostile-strings.ts'

export type HostilePeople = {
  administrator: Credentials
  consultant: Credentials
  /** One member for each hostile string. */
  members: Credentials[]
  /** The members' sessions, which took place some days ago. */
  bookingIds: string[]
  itemIds: string[]
  /** How many strings each field accepted unchanged. */
  acceptedCounts: Record<string, number>
}

const password = 'a long enough password'
const MINUTES_A_DAY = 24 * 60

/**
 * Sends every string through the API to every field that visitors and members can fill in, before the site is started.
 */
export async function fillWithHostileStrings(config: Config): Promise<HostilePeople> {
  const silent = { info() {}, warn() {}, error() {} }
  const stage = await openDemoSite(config, silent, { beginsMinutesAgo: 7 * MINUTES_A_DAY })
  const acceptedCounts: Record<string, number> = {}
  try {
    const administrator = await openAdministrator(stage, config, `${password} for staff`)
    await administrator.call(createDiscountCode, { body: { draft: codeDraft() } })
    const consultant = await publishConsultant(
      stage,
      administrator,
      { firstName: 'Grace', lastName: 'Hopper' },
      {
        password: `${password} for staff`,
        summary: 'Listens first.',
        languages: ['en'],
        services: ['MY_FUTURE'],
        colour: '#000000',
        from: 0,
        until: 24,
      },
    )
    const fillings: Filling[] = []
    for (const [number, text] of hostileStrings.entries())
      fillings.push(await fillFields({ stage, consultant, acceptedCounts, text, number }))
    // The first member sends all strings as messages, ten at a time because of the length limit.
    for (let at = 0; at < hostileStrings.length; at += 10)
      await writeMessage(fillings[0]?.member as Actor, hostileStrings.slice(at, at + 10).join('\n\n'))
    await stage.goTo(MINUTES_A_DAY)
    for (const filling of fillings) await fillAfterwards(consultant, filling, acceptedCounts)
    await stage.goTo(0)
    const ids = {
      bookingIds: fillings.map(({ bookingId }) => bookingId),
      itemIds: fillings.map(({ deliverableId }) => deliverableId),
    }
    return { administrator, consultant, members: fillings.map(({ member }) => member), ...ids, acceptedCounts }
  } finally {
    await stage.close()
  }
}

type Filling = { member: Actor; bookingId: string; deliverableId: string; text: string; number: number }

async function fillFields({
  stage,
  consultant,
  acceptedCounts,
  text,
  number,
}: {
  stage: DemoSite
  consultant: Consultant
  acceptedCounts: HostilePeople['acceptedCounts']
  text: string
  number: number
}): Promise<Filling> {
  const fill = offerTo(acceptedCounts, text)
  const email = `member${number}@hostile.example`
  const member = createActor(stage, { email, password })
  await fill('name', 'Ada', (name) =>
    member.call(register, { body: { firstName: name, lastName: name, email, mobile: '+447700900123', password } }),
  )
  const visitor = createActor(stage, { email: `visitor${number}@hostile.example`, password })
  const writing = { email: visitor.email }
  await fill('contact name', 'Ada', (name) =>
    visitor.call(messages.sendMessage, { body: { ...writing, name, message: text } }),
  )
  await fill('complaint', 'It was late', (message) =>
    visitor.call(messages.sendComplaint, { body: { ...writing, name: 'Ada', message, topic: 'other' } }),
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
  const { items } = await member.call(deliverables.listDeliverables, { query: {} })
  const deliverableId = items[0]?.id ?? ''
  await fill('comment', 'In blue', (words) =>
    member.call(deliverables.createComment, { params: { deliverableId }, body: { text: words } }),
  )
  return { member, bookingId, deliverableId, text, number }
}

async function fillAfterwards(
  consultant: Consultant,
  { member, bookingId, text, number }: Filling,
  acceptedCounts: HostilePeople['acceptedCounts'],
): Promise<void> {
  const fill = offerTo(acceptedCounts, text)
  await consultant.call(markAttendance, { params: { bookingId }, body: { attendance: 'held' } })
  await fill('rating', 'Good', (words) =>
    rateSession(member, bookingId, { score: 5, comment: words, mayPublish: true }),
  )
  // Adding a guardian withdraws the permission to publish, so only every other member adds a guardian.
  if (number % 2) return
  await fill('guardian', 'Anne', (name) =>
    member.call(updateProfile, { body: { guardian: { name, email: `guardian.of.${member.email}` } } }),
  )
}

/** Fills a field with the hostile string, or with the harmless value if that fails validation. */
function offerTo(acceptedCounts: HostilePeople['acceptedCounts'], text: string) {
  return async <Answer>(field: string, harmless: string, send: (words: string) => Promise<Answer>) => {
    acceptedCounts[field] ??= 0
    try {
      const answer = await send(text)
      acceptedCounts[field] += 1
      return answer
    } catch (error) {
      if (!String(error).includes('invalid-input')) throw error
      return send(harmless)
    }
  }
}
