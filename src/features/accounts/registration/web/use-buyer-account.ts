import { useState } from 'react'
import type { z } from 'zod'
import { type Attempt, attempt, type Failed } from '#platform/web/attempt.ts'
import { bodyOf } from '#platform/web/form.ts'
import type { User } from '../../contract.ts'
import { type Challenge, login } from '../../login/contract.ts'
import { weakPasswordField } from '../../passwords/web/new-password-fields.tsx'
import { getMember, type Login, storeLogin, useAuth } from '../../web/auth-store.ts'
import { openAccount } from '../contract.ts'

const emptyFields = { firstName: '', lastName: '', email: '', password: '' }
export type FieldName = keyof typeof emptyFields
type Problems = Partial<Record<FieldName, string>>

const schemas = { new: bodyOf(openAccount), existing: bodyOf(login) }

/** The field that shows each refusal. */
const refusedFields: Partial<Record<string, FieldName>> = {
  ...weakPasswordField,
  'email-taken': 'email',
  'wrong-credentials': 'password',
}

/** Members under 18 get no marketing unless they ask for it in their profile (PRODUCT D24). */
type Opening = { isUnder18: boolean; signal?: AbortSignal }

export type BuyerAccount = ReturnType<typeof useBuyerAccount>

/**
 * The account of the buyer: the member who is logged in, or one that is opened or logged in to with the order.
 * @param draft what a visitor had typed before the page was reloaded
 */
export function useBuyerAccount(draft?: Omit<typeof emptyFields, 'password'>) {
  const member = useAuth(getMember)
  const [kind, setKind] = useState<'new' | 'existing'>('new')
  const [fields, setFields] = useState({ ...emptyFields, ...draft })
  const [withoutMarketing, setWithoutMarketing] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const [challenge, setChallenge] = useState<Challenge>()

  const { email, password } = fields
  const bodies = { new: { ...fields, marketing: !withoutMarketing }, existing: { email, password } }
  const send = ({ isUnder18, signal }: Opening) =>
    kind === 'new'
      ? attempt(openAccount, { body: { ...bodies.new, marketing: bodies.new.marketing && !isUnder18 } }, { signal })
      : attempt(login, { body: bodies.existing }, { signal })

  // The buyer has not said so, and may only have mistyped the address.
  const [isAssumed, setAssumed] = useState(false)
  const showExisting = () => {
    setAssumed(kind === 'new')
    setKind('existing')
  }
  const showRefusal = (failed: Failed) => {
    const field = refusedFields[failed.reason ?? '']
    setProblems(field ? { [field]: failed.message } : (failed.errors ?? {}))
    if (failed.reason === 'wrong-credentials') showExisting()
    return failed
  }
  const admit = (admission: Login | Challenge): Attempt<User> => {
    if ('token' in admission) {
      storeLogin(admission)
      return { state: 'done', value: admission.user, message: '' }
    }
    setChallenge(admission)
    return { state: 'failed', message: 'Log in with your second step, then try again.' }
  }
  const open = async (opening: Opening): Promise<Attempt<User>> => {
    if (member) return { state: 'done', value: member, message: '' }
    const ending = await send(opening)
    return ending.state === 'failed' ? showRefusal(ending) : admit(ending.value)
  }

  return {
    /** The name and email address to show: those typed so far, unless the buyer is logged in. */
    customer: member ?? { ...fields, mobile: '' },
    memberId: member?.id ?? null,
    kind,
    fields,
    withoutMarketing,
    problems,
    challenge,
    changeKind: (changed: typeof kind) => {
      setAssumed(false)
      setKind(changed)
      setProblems({})
    },
    change: (name: FieldName, value: string) => {
      if (name === 'email' && isAssumed) {
        setKind('new')
        setAssumed(false)
      }
      setFields((current) => ({ ...current, [name]: value }))
      setProblems(({ [name]: _, ...others }) => others)
    },
    refuseMarketing: setWithoutMarketing,
    endChallenge: () => setChallenge(undefined),
    /** @returns false if a field is invalid; its error is then shown next to it */
    check: () => {
      const error = member ? undefined : schemas[kind].safeParse(bodies[kind]).error
      setProblems(error ? firstMessages(error) : {})
      return error === undefined
    },
    open,
  }
}

function firstMessages({ issues }: z.ZodError): Problems {
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path[0], message]))
}
