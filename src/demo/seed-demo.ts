import { randomBytes } from 'node:crypto'
import type { Config } from '#app/config/config.ts'
import type { Log } from '#platform/server/log.ts'
import { openAdministrator, toEmail } from './accounts.ts'
import { publishConsultant } from './consultants.ts'
import { type DemoSite, openDemoSite, requireDemoAllowed } from './demo-site.ts'
import { visitorMessages } from './stories/messages.ts'
import { activePackage, expiredPackage, expiringPackage, missedSession, scheduledPackage } from './stories/packages.ts'
import { businessBuyer, declinedCard, disputedPackage, refundedPackage, youngMember } from './stories/payments.ts'
import { endedSubscription, longSubscription, pastDueSubscription } from './stories/subscriptions.ts'
import type { DemoPeople, Story } from './story.ts'

/** The logins, printed once, with a description of what each member shows. */
export type Demo = Awaited<ReturnType<typeof seedDemo>>

const stories: Story[] = [
  activePackage(),
  expiringPackage(),
  scheduledPackage(),
  longSubscription(),
  pastDueSubscription(),
  businessBuyer(),
  expiredPackage(),
  endedSubscription(),
  refundedPackage(),
  disputedPackage(),
  missedSession(),
  youngMember(),
  declinedCard(),
  visitorMessages(),
]

/** One day before the first step, so that the staff can be created. */
const BEGINS_DAYS_AGO = 95

/**
 * Fills an empty database with stories (PRODUCT D23), each played through the API at its own time in the last three
 * months. The sandbox's clock starts three months ago and ends at the present, because it cannot be moved back.
 * @throws StartRefused if this site must not have demo people and test money
 */
export async function seedDemo(config: Config, log: Log) {
  requireDemoAllowed(config)
  const site = await openDemoSite(config, log, { beginsMinutesAgo: toMinutes(BEGINS_DAYS_AGO) })
  try {
    const people = await createDemoPeople(site, config)
    const steps = stories.flatMap((story) => story.steps)
    for (const { daysAgo, run } of steps.toSorted((first, second) => second.daysAgo - first.daysAgo)) {
      await site.goTo(toMinutes(daysAgo))
      await run(people)
      await site.settle()
    }
    await site.goTo(0)
    return describePeople(people)
  } finally {
    await site.close()
  }
}

async function createDemoPeople(site: DemoSite, config: Config): Promise<DemoPeople> {
  const password = newPassword()
  const administrator = await openAdministrator(site, config, newPassword())
  const defaults = { password, languages: ['en'], from: 9, until: 18 }
  const amara = await publishConsultant(
    site,
    administrator,
    { firstName: 'Amara', lastName: 'Osei' },
    {
      ...defaults,
      summary: 'Made up for the demo. Helps people find work that fits them, and small businesses find their voice.',
      services: ['MY_FUTURE', 'BIZ_FUTURE'],
      colour: '#2f5d62',
    },
  )
  const thomas = await publishConsultant(
    site,
    administrator,
    { firstName: 'Thomas', lastName: 'Reid' },
    {
      ...defaults,
      summary: 'Made up for the demo. Knows universities in eleven countries, and what they ask of whom.',
      languages: ['en', 'de'],
      services: ['STUDY_WORLD', 'MY_FUTURE'],
      colour: '#9c5a3c',
    },
  )
  return { site, administrator, amara, thomas, memberPassword: newPassword() }
}

function describePeople({ administrator, amara, thomas, memberPassword }: DemoPeople) {
  const people = stories.flatMap(({ person, shows }) => (person ? [{ email: toEmail(person), shows }] : []))
  return {
    administrator: { email: administrator.email, password: administrator.password },
    consultants: { emails: [amara.email, thomas.email], password: amara.password },
    members: { people, password: memberPassword },
  }
}

function toMinutes(days: number): number {
  return Math.round(days * 24 * 60)
}

/** Long enough for a staff password, and without characters that look alike on a screen. */
function newPassword(): string {
  return randomBytes(15)
    .toString('base64url')
    .replaceAll(/[-_lI1O0]/g, 'x')
}
