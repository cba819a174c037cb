import { z } from 'zod'
import { missing } from '#platform/shared/text.ts'

/** The one that is set: whether it is right is found out by its hash alone. */
export const CurrentPassword = z
  .string(missing('Password is required'))
  .min(1, 'Password is required')
  .max(256, 'Please use at most 256 characters')

/** Six digits, however the app or the person groups them. */
export const AuthenticatorCode = z
  .string(missing('Please enter the code'))
  .max(20, 'The code has six digits')
  .transform((code) => code.replaceAll(/\s/g, ''))
  .refine((code) => code !== '', 'Please enter the code')
  .refine((code) => code === '' || /^[0-9]{6}$/.test(code), 'The code has six digits')

export const RecoveryCode = z
  .string(missing('Please enter a recovery code'))
  .trim()
  .min(1, 'Please enter a recovery code')
  .max(40, 'A recovery code has sixteen letters and digits')

export const ChallengeToken = z.string().min(1).max(100)

/** Bytes as WebAuthn writes them in JSON. */
export const bytes = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/)

export const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

export const Transport = z.enum(transports)
export type Transport = z.infer<typeof Transport>

/** What a passkey says to prove itself: the part of the browser's answer that counts. */
export const PasskeyProof = z.strictObject({
  id: bytes(1_400),
  clientDataJSON: bytes(4_000),
  authenticatorData: bytes(4_000),
  signature: bytes(4_000),
  userHandle: bytes(200).optional(),
})
export type PasskeyProof = z.infer<typeof PasskeyProof>

/** Whoever proves something does it in one way. */
export function isOneOf<Name extends string>(...names: Name[]) {
  return (body: { [N in Name]?: unknown }) => names.filter((name) => body[name] !== undefined).length === 1
}

export const wrongPassword = { status: 400, message: 'The password is incorrect.' } as const

export const wrongCode = {
  status: 400,
  message: 'This code is not right. Please enter the one that your app shows now.',
} as const

export const passkeyRefused = {
  status: 400,
  message: 'This passkey does not open an account here. Please try another one, or another way.',
} as const

export const challengeOver = {
  status: 400,
  message: 'This took too long, or was done already. Please start again.',
} as const
