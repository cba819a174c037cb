import { type Person, registerMember } from './accounts.ts'
import type { Actor } from './api-client.ts'
import type { Consultant } from './consultants.ts'
import type { DemoSite } from './demo-site.ts'

/** The people and the site that every story uses. */
export type DemoPeople = {
  site: DemoSite
  administrator: Actor
  /** Advises on careers and business. */
  amara: Consultant
  /** Advises on studying abroad. */
  thomas: Consultant
  memberPassword: string
}

/** A step at one point in time. All steps of all stories run once, in chronological order. */
export type Step = { daysAgo: number; run: (people: DemoPeople) => Promise<void> }

export function daysAgo(days: number, run: Step['run']): Step {
  return { daysAgo: days, run }
}

export type Story = {
  /** Null if the story has no account. */
  person: Person | null
  /** Describes what this person shows in the demo. */
  shows: string
  steps: Step[]
}

/** A person whose first step is to register. */
export function newMember(person: Person, { isVerified = true } = {}) {
  let actor: Actor | undefined
  return {
    person,
    async register({ site, memberPassword }: DemoPeople): Promise<Actor> {
      actor = await registerMember(site, person, { password: memberPassword, isVerified })
      return actor
    },
    get actor(): Actor {
      if (!actor) throw new Error(`${person.firstName} has not registered yet`)
      return actor
    },
  }
}

export type NewMember = ReturnType<typeof newMember>
