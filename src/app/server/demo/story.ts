import type { Actor } from './act-as.ts'
import { type Person, registerMember } from './open-account.ts'
import type { Stage } from './open-stage.ts'
import type { Consultant } from './publish-consultant.ts'

/** What every story is given. */
export type Cast = {
  stage: Stage
  administrator: Actor
  /** Advises on careers and businesses. */
  amara: Consultant
  /** Advises on studies. */
  thomas: Consultant
  memberPassword: string
}

/** What happens at one moment. Each is played once, in the order of time, between those of other stories. */
export type Scene = { daysAgo: number; play: (cast: Cast) => Promise<void> }

export type Story = {
  /** Null where it is about nobody with an account. */
  person: Person | null
  /** What whoever looks at the demo sees of it. */
  shows: string
  scenes: Scene[]
}

/** Somebody who is not there before their first scene. */
export function newcomer(person: Person, { isVerified = true } = {}) {
  let actor: Actor | undefined
  return {
    person,
    async arrive({ stage, memberPassword }: Cast): Promise<Actor> {
      actor = await registerMember(stage, person, { password: memberPassword, isVerified })
      return actor
    },
    get actor(): Actor {
      if (!actor) throw new Error(`${person.firstName} has not arrived yet`)
      return actor
    },
  }
}

export type Newcomer = ReturnType<typeof newcomer>
