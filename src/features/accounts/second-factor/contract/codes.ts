import { z } from 'zod'
import { missing } from '#platform/shared/text.ts'

/** Six digits, with any spacing. */
export const AuthenticatorCode = z
  .string(missing('Enter the code'))
  .max(20, 'Enter the 6-digit code')
  .transform((code) => code.replaceAll(/\s/g, ''))
  .refine((code) => code !== '', 'Enter the code')
  .refine((code) => code === '' || /^[0-9]{6}$/.test(code), 'Enter the 6-digit code')

export const RecoveryCode = z
  .string(missing('Enter a recovery code'))
  .trim()
  .min(1, 'Enter a recovery code')
  .max(40, 'A recovery code has 16 letters and numbers')

export const wrongCode = {
  status: 400,
  message: 'That code isn’t right. Enter the one your app shows now.',
} as const

export const wrongRecoveryCode = {
  status: 400,
  message: 'That recovery code isn’t right, or you’ve already used it. Check it, or use another one.',
} as const
