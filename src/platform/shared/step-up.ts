import type { Endpoint } from './endpoint.ts'

/**
 * An endpoint that lists this refusal requires a proof of identity at most ten minutes old, which is checked before the
 * input. The page asks the user for the proof and repeats the call.
 */
export const confirmationNeeded = {
  'reauthentication-needed': 'Confirm it’s you to continue.',
} as const

/** Protects changes to second factors. A member who has one must use it or a recovery code, not the password. */
export const factorNeeded = {
  ...confirmationNeeded,
  'factor-needed': 'To continue, confirm it’s you with your authenticator app, a passkey or a recovery code.',
} as const

export type MissingProof = keyof typeof factorNeeded

export function isMissingProof(code: string): code is MissingProof {
  return Object.hasOwn(factorNeeded, code)
}

/** Returns the proof that an endpoint requires besides a session. */
export function proofNeeded({ refusals = {} }: Pick<Endpoint, 'refusals'>): 'identity' | 'factor' | undefined {
  if ('factor-needed' in refusals) return 'factor'
  return 'reauthentication-needed' in refusals ? 'identity' : undefined
}
