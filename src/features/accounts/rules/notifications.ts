import { NotificationChannel, type NotificationChoice, NotificationKind } from '../contract/profile.ts'

/** What a member has chosen, filled up with what holds for everybody who has not (SPEC §2, PRODUCT D14). */
export function withDefaults(chosen: NotificationChoice[], { isYoung }: { isYoung: boolean }): NotificationChoice[] {
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

/** Who is under 18 has the most private default: no news (PRODUCT D24). */
function isOnByDefault({
  kind,
  channel,
  isYoung,
}: Pick<NotificationChoice, 'kind' | 'channel'> & { isYoung: boolean }): boolean {
  if (channel === 'sms') return false
  return kind !== 'news' || !isYoung
}

/**
 * Whether news may be mailed to somebody. That the switch is on by default is no consent: without a choice of their own
 * the law allows news to who has bought (PRODUCT D14), and young members get none (PRODUCT D24).
 * @param choice what the member has chosen, if anything
 */
export function mayReceiveNews({
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
