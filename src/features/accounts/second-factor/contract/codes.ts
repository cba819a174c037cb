import { z } from 'zod'
import { missing } from '#platform/shared/text.ts'

/** Six digits, with any spacing. */
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

export const wrongCode = {
  status: 400,
  message: 'This code is not right. Please enter the one that your app shows now.',
} as const

export const wrongRecoveryCode = {
  status: 400,
  message: 'This recovery code is not right, or it was used already. Please check it, or take another one.',
} as const
