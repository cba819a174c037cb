import { NotificationChannel, NotificationKind, type NotificationPreference } from './contract.ts'

/**
 * SPEC §5: while a mobile number is being typed or pasted, keeps only a leading plus and digits, up to 16 characters.
 */
export function sanitiseMobileNumber(value: string): string {
  const plus = value.trimStart().startsWith('+') ? '+' : ''
  return (plus + value.replaceAll(/[^0-9]/g, '')).slice(0, 16)
}

/** SPEC §2: in percent, 100 with a mobile number and otherwise 80 (PRODUCT D13). */
export function profileCompletion({ mobile }: { mobile: string }): 80 | 100 {
  return mobile === '' ? 80 : 100
}

/** Adds the defaults to the member's choices (SPEC §2, PRODUCT D14). */
export function withDefaultPreferences(
  chosen: NotificationPreference[],
  { isYoung }: { isYoung: boolean },
): NotificationPreference[] {
  return NotificationKind.options.flatMap((kind) =>
    NotificationChannel.options.map(
      (channel) =>
        chosen.find((choice) => choice.kind === kind && choice.channel === channel) ?? {
          kind,
          channel,
          isOn: isOnByDefault({ kind, channel, isYoung }),
        },
    ),
  )
}

/** Members under 18 get the most private default: no newsletters (PRODUCT D24). */
function isOnByDefault({
  kind,
  channel,
  isYoung,
}: Pick<NotificationPreference, 'kind' | 'channel'> & { isYoung: boolean }): boolean {
  if (channel === 'sms') return false
  return kind !== 'news' || !isYoung
}

/**
 * The newsletter switch is on by default, but that is not consent. If members have not chosen, the law allows
 * newsletters only to customers (PRODUCT D14), and members under 18 get none (PRODUCT D24).
 * @param choice undefined if the member has not chosen
 */
export function mayReceiveNewsletter({
  choice,
  hasBought,
  isYoung,
}: {
  choice: boolean | undefined
  hasBought: boolean
  isYoung: boolean
}): boolean {
  return choice ?? (hasBought && !isYoung)
}
