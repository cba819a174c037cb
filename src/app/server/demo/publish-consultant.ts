import { saveAvailability } from '#features/bookings/contract/availability.ts'
import type { ServiceType } from '#features/catalogue/contract.ts'
import type { Actor } from './act-as.ts'
import { drawPortrait } from './draw-portrait.ts'
import { openStaffAccount, type Person } from './open-account.ts'
import type { Stage } from './open-stage.ts'

export type Consultant = Actor & { consultantId: string }

type Entry = {
  password: string
  summary: string
  languages: string[]
  services: ServiceType[]
  colour: Parameters<typeof drawPortrait>[0]
  /** By the clock on the wall in London, every day. */
  from: number
  until: number
}

/** A consultant whom members see and can book. */
export async function publishConsultant(
  stage: Stage,
  person: Person,
  { password, colour, from, until, ...entry }: Entry,
): Promise<Consultant> {
  const actor = await openStaffAccount(stage, person, { password, role: 'consultant' })
  const { id: consultantId } = await stage.context.db
    .insertInto('consultant')
    .values((builder) => ({
      ...entry,
      account_id: builder.selectFrom('account').select('account.id').where('email', '=', actor.email),
      display_name: `${person.firstName} ${person.lastName}`,
      picture: drawPortrait(colour),
      picture_type: 'image/png' as const,
      published_at: stage.context.now(),
    }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await actor.ask(saveAvailability, {
    body: {
      version: 0,
      timeZone: 'Europe/London',
      bufferMinutes: 5,
      minimumNoticeMinutes: 120,
      horizonDays: 60,
      dailyLimit: null,
      meetingUrl: `https://meet.demo.example/${person.firstName.toLowerCase()}`,
      weeklyHours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
        weekday,
        startsMinute: from * 60,
        endsMinute: until * 60,
      })),
      dayHours: [],
      daysOff: [],
      sessions: null,
    },
  })
  return { ...actor, consultantId }
}
