import { z } from 'zod'

/** Bytes in base64url, as WebAuthn writes them in JSON. */
export const bytes = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/)

export const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

export const Transport = z.enum(transports)
export type Transport = z.infer<typeof Transport>

/** The part of the browser's WebAuthn response that proves possession of a passkey. */
export const PasskeyProof = z.strictObject({
  id: bytes(1_400),
  clientDataJSON: bytes(4_000),
  authenticatorData: bytes(4_000),
  signature: bytes(4_000),
  userHandle: bytes(200).optional(),
})
export type PasskeyProof = z.infer<typeof PasskeyProof>

export const passkeyRefused = {
  status: 400,
  message: 'This passkey isn’t linked to an account here. Try another one, or log in another way.',
} as const

export const KnownPasskey = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(Transport) })

/** The options for the browser's passkey prompt. */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  /** Empty to let the user choose any passkey that the device holds for this site. */
  allowCredentials: z.array(KnownPasskey),
})
export type PasskeyRequest = z.infer<typeof PasskeyRequest>
