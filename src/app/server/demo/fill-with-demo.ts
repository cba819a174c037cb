import { randomBytes } from 'node:crypto'
import type { Log } from '#platform/server/log.ts'
import type { Config } from '../config.ts'
import type { Login } from './act-as.ts'
import { emailOf, openAdministrator } from './open-account.ts'
import { openStage, type Stage } from './open-stage.ts'
import { publishConsultant } from './publish-consultant.ts'
import { refuseDemo } from './refuse-demo.ts'
import { activePackage } from './stories/active-package.ts'
import { businessBuyer } from './stories/business-buyer.ts'
import { declinedCard } from './stories/declined-card.ts'
import { disputedPackage } from './stories/disputed-package.ts'
import { endedSubscription } from './stories/ended-subscription.ts'
import { expiredPackage } from './stories/expired-package.ts'
import { expiringPackage } from './stories/expiring-package.ts'
import { lettersFromVisitors } from './stories/letters-from-visitors.ts'
import { longSubscription } from './stories/long-subscription.ts'
import { missedSession } from './stories/missed-session.ts'
import { pastDueSubscription } from './stories/past-due-subscription.ts'
import { refundedPackage } from './stories/refunded-package.ts'
import { scheduledPackage } from './stories/scheduled-package.ts'
import { youngMember } from './stories/young-member.ts'
import type { Cast, Story } from './story.ts'

/** What is printed once: who there is, and what whoever logs in as them sees. */
export type Demo = {
  administrator: Login
  consultants: { emails: string[]; password: string }
  members: { people: { email: string; shows: string }[]; password: string }
}

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
  lettersFromVisitors(),
]

/** The day before the first scene: time for the staff to arrive. */
const BEGINS_DAYS_AGO = 95

/**
 * Fills an empty database with stories (PRODUCT D23). Each is played through the API at its own time, in the last three
 * months: the sandbox's clock begins then, and stands at the present at the end, where nothing can move it back.
 * @throws StartRefused where it is not the place for made-up people and test money
 */
export async function fillWithDemo(config: Config, log: Log): Promise<Demo> {
  refuseDemo(config)
  const stage = await openStage(config, log, { beginsMinutesAgo: inMinutes(BEGINS_DAYS_AGO) })
  try {
    const cast = await gatherCast(stage, config)
    const scenes = stories.flatMap((story) => story.scenes)
    for (const { daysAgo, play } of scenes.toSorted((one, other) => other.daysAgo - one.daysAgo)) {
      await stage.goTo(inMinutes(daysAgo))
      await play(cast)
      await stage.settle()
    }
    await stage.goTo(0)
    return tellWhoIsThere(cast)
  } finally {
    await stage.close()
  }
}

async function gatherCast(stage: Stage, config: Config): Promise<Cast> {
  const password = newPassword()
  const administrator = await openAdministrator(stage, config, newPassword())
  const usual = { password, languages: ['en'], from: 9, until: 18 }
  const amara = await publishConsultant(
    stage,
    { firstName: 'Amara', lastName: 'Osei' },
    {
      ...usual,
      summary: 'Made up for the demo. Helps people find work that fits them, and small businesses find their voice.',
      services: ['MY_FUTURE', 'BIZ_FUTURE'],
      colour: [0x2f, 0x5d, 0x62],
    },
  )
  const thomas = await publishConsultant(
    stage,
    { firstName: 'Thomas', lastName: 'Reid' },
    {
      ...usual,
      summary: 'Made up for the demo. Knows universities in eleven countries, and what they ask of whom.',
      languages: ['en', 'de'],
      services: ['STUDY_WORLD', 'MY_FUTURE'],
      colour: [0x9c, 0x5a, 0x3c],
    },
  )
  return { stage, administrator, amara, thomas, memberPassword: newPassword() }
}

function tellWhoIsThere({ administrator, amara, thomas, memberPassword }: Cast): Demo {
  const people = stories.flatMap(({ person, shows }) => (person ? [{ email: emailOf(person), shows }] : []))
  return {
    administrator: { email: administrator.email, password: administrator.password },
    consultants: { emails: [amara.email, thomas.email], password: amara.password },
    members: { people, password: memberPassword },
  }
}

function inMinutes(days: number): number {
  return Math.round(days * 24 * 60)
}

/** Long enough for staff; without letters that are taken for others when they are read off a screen. */
function newPassword(): string {
  return randomBytes(15)
    .toString('base64url')
    .replaceAll(/[-_lI1O0]/g, 'x')
}
