import sharp from 'sharp'
import { saveAvailability } from '#features/bookings/availability/contract.ts'
import type { ServiceType } from '#features/catalogue/contract.ts'
import { listConsultants, listProfiles, saveProfile } from '#features/consultants/contract.ts'
import { openStaffAccount, type Person } from './accounts.ts'
import type { Actor } from './api-client.ts'
import type { DemoSite } from './demo-site.ts'

export type Consultant = Actor & { consultantId: string }

type ConsultantDetails = {
  password: string
  summary: string
  languages: string[]
  services: ServiceType[]
  /** The portrait's colour, such as `#2f5d62`. */
  colour: string
  /** Hours in London local time, the same every day. */
  from: number
  until: number
}

/** Creates a bookable consultant with working hours and a profile published by the administrator. */
export async function publishConsultant(
  site: DemoSite,
  administrator: Actor,
  person: Person,
  { password, colour, from, until, ...details }: ConsultantDetails,
): Promise<Consultant> {
  const actor = await openStaffAccount(site, person, { password, role: 'consultant' })
  const displayName = `${person.firstName} ${person.lastName}`
  const { profiles } = await administrator.call(listProfiles)
  const { accountId } = getOnly(profiles, ({ accountName }) => accountName === displayName)
  const image = (await drawPortrait(colour)).toString('base64')
  await administrator.call(saveProfile, {
    params: { accountId },
    body: { ...details, version: 0, displayName, jobTitle: null, position: profiles.length, isShown: true, image },
  })
  const publicProfiles = await administrator.call(listConsultants)
  const { id: consultantId } = getOnly(publicProfiles, (profile) => profile.displayName === displayName)
  await actor.call(saveAvailability, {
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

function getOnly<T>(list: T[], predicate: (each: T) => boolean): T {
  const match = list.find(predicate)
  if (!match) throw new Error('The new consultant is not in the list')
  return match
}

/** Draws a head and shoulders in one colour, so that nobody mistakes it for a real person (PRODUCT D16). */
function drawPortrait(colour: string): Promise<Buffer> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="320" fill="${colour}">
    <rect width="320" height="320" fill="#f4efe6"/><circle cx="160" cy="128" r="54"/><ellipse cx="160" cy="304" rx="120" ry="96"/>
  </svg>`
  return sharp(Buffer.from(drawing)).png().toBuffer()
}
