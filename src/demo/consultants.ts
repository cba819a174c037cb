import sharp from 'sharp'
import { saveAvailability } from '#features/bookings/availability/contract.ts'
import type { ServiceType } from '#features/catalogue/contract.ts'
import { listConsultants, listProfiles, saveProfile } from '#features/consultants/contract.ts'
import { openStaffAccount, type Person } from './accounts.ts'
import type { Actor } from './api-client.ts'
import type { DemoSite } from './demo-site.ts'

export type Consultant = Actor & { consultantId: string }

type Entry = {
  password: string
  summary: string
  languages: string[]
  services: ServiceType[]
  /** The portrait's colour, such as `#2f5d62`. */
  colour: string
  /** Hours of London local time, the same every day. */
  from: number
  until: number
}

/** Creates a bookable consultant with working hours and a profile published by the administrator. */
export async function publishConsultant(
  site: DemoSite,
  administrator: Actor,
  person: Person,
  { password, colour, from, until, ...entry }: Entry,
): Promise<Consultant> {
  const actor = await openStaffAccount(site, person, { password, role: 'consultant' })
  const displayName = `${person.firstName} ${person.lastName}`
  const { profiles } = await administrator.ask(listProfiles)
  const { accountId } = getOnly(profiles, ({ accountName }) => accountName === displayName)
  const image = (await drawPortrait(colour)).toString('base64')
  await administrator.ask(saveProfile, {
    params: { accountId },
    body: { ...entry, version: 0, displayName, jobTitle: null, position: profiles.length, isShown: true, image },
  })
  const shown = await administrator.ask(listConsultants)
  const { id: consultantId } = getOnly(shown, (each) => each.displayName === displayName)
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
      dateOverrides: [],
      daysOff: [],
      sessions: null,
    },
  })
  return { ...actor, consultantId }
}

function getOnly<T>(list: T[], isMeant: (each: T) => boolean): T {
  const found = list.find(isMeant)
  if (!found) throw new Error('The consultant who was just made is not there')
  return found
}

/** Draws head and shoulders in one colour, so that it cannot be mistaken for a real person (PRODUCT D16). */
function drawPortrait(colour: string): Promise<Buffer> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="320" fill="${colour}">
    <rect width="320" height="320" fill="#f4efe6"/><circle cx="160" cy="128" r="54"/><ellipse cx="160" cy="304" rx="120" ry="96"/>
  </svg>`
  return sharp(Buffer.from(drawing)).png().toBuffer()
}
