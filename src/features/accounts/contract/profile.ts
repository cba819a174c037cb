import { z } from 'zod'

/** What a member is told about; money and the safety of the account are told in any case. */
export const NotificationKind = z.enum(['sessions', 'deliverables', 'purchases', 'news'])
export type NotificationKind = z.infer<typeof NotificationKind>

export const NotificationChannel = z.enum(['email', 'sms'])
export type NotificationChannel = z.infer<typeof NotificationChannel>

export const NotificationChoice = z.strictObject({
  kind: NotificationKind,
  channel: NotificationChannel,
  isOn: z.boolean(),
})
export type NotificationChoice = z.infer<typeof NotificationChoice>
