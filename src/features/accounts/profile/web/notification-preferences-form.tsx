import { type ReactNode, useState } from 'react'
import { attempt } from '#platform/web/attempt.ts'
import { CheckboxField } from '#platform/web/ui/forms/checkbox-field.tsx'
import { Form } from '#platform/web/ui/forms/form.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { useSavedMessage } from '#platform/web/use-timed-message.ts'
import {
  type NotificationChannel,
  type NotificationKind,
  type NotificationPreference,
  type Profile,
  updateNotificationPreferences,
} from '../contract.ts'
import { SaveBar } from './save-bar.tsx'

type ServiceKind = Exclude<NotificationKind, 'news'>

const kindLabels = {
  sessions: 'Sessions: bookings, changes and reminders',
  deliverables: 'Deliverables: when a report or plan is ready',
  purchases: 'Packages: when one starts or is about to end',
} satisfies Record<ServiceKind, string>

const serviceKinds = Object.keys(kindLabels) as ServiceKind[]

type PreferencesFormProps = { profile: Profile; onSaved: (notifications: NotificationPreference[]) => void }

/** The three switches in SPEC §2. The email and text message switches each control all the kinds below them. */
export function NotificationPreferencesForm({ profile: { notifications, guardian }, onSaved }: PreferencesFormProps) {
  // Only changes are stored here and sent, because another tab or a link in an email may have changed the other
  // preferences.
  const [changes, setChanges] = useState<NotificationPreference[]>([])
  const choices = notifications.map((shown) => changes.find((change) => isSameSwitch(change, shown)) ?? shown)
  const { isBusy, problem, run } = useAction()
  const { saved, showSaved } = useSavedMessage()

  const choose = (isOn: boolean, channel: NotificationChannel, kinds: NotificationKind[]) => {
    if (isBusy) return
    const isWanted = (choice: NotificationPreference) => choice.channel === channel && kinds.includes(choice.kind)
    setChanges([
      ...changes.filter((change) => !isWanted(change)),
      ...notifications.filter((shown) => isWanted(shown) && shown.isOn !== isOn).map((shown) => ({ ...shown, isOn })),
    ])
  }
  const save = () =>
    run(
      () => attempt(updateNotificationPreferences, { body: { choices: changes, isYoung: guardian !== null } }),
      (saved, message) => {
        onSaved(saved.notifications)
        setChanges([])
        showSaved(message)
      },
    )

  return (
    <Form aria-label="Notifications" className="grid gap-6" onSubmit={save}>
      <Channel name="Email notifications" channel="email" choices={choices} onChoose={choose} />
      <Channel
        name="SMS notifications"
        channel="sms"
        choices={choices}
        onChoose={choose}
        hint="We don’t send text messages yet. We’ll keep your choice for when we do."
      />
      <CheckboxField
        label={<span className="font-medium">Marketing emails</span>}
        hint="News and offers about services like the ones you chose. Every email lets you unsubscribe with one click."
        checked={isOn(choices, 'email', 'news')}
        onChange={({ target }) => choose(target.checked, 'email', ['news'])}
      />
      <p className="rounded-md bg-ground p-4 text-sm text-muted">
        We’ll always email you about payments, refunds and your account’s security.
      </p>
      <SaveBar busy={isBusy} problem={problem} saved={saved} />
    </Form>
  )
}

type ChannelProps = {
  name: string
  channel: NotificationChannel
  choices: NotificationPreference[]
  onChoose: (isOn: boolean, channel: NotificationChannel, kinds: NotificationKind[]) => void
  hint?: ReactNode
}

function Channel({ name, channel, choices, onChoose, hint }: ChannelProps) {
  const chosenKinds = serviceKinds.filter((kind) => isOn(choices, channel, kind))
  const isMixed = chosenKinds.length > 0 && chosenKinds.length < serviceKinds.length
  return (
    <fieldset aria-label={name} className="grid gap-3">
      <CheckboxField
        label={<span className="font-medium">{name}</span>}
        hint={hint}
        checked={chosenKinds.length > 0}
        ref={(box: HTMLInputElement | null) => {
          if (box) box.indeterminate = isMixed
        }}
        onChange={() => onChoose(chosenKinds.length < serviceKinds.length, channel, serviceKinds)}
      />
      <div className="grid gap-3 pl-[clamp(0.25rem,calc(14vw-1.25rem),2rem)]">
        {serviceKinds.map((kind) => (
          <CheckboxField
            key={kind}
            label={kindLabels[kind]}
            checked={isOn(choices, channel, kind)}
            onChange={({ target }) => onChoose(target.checked, channel, [kind])}
          />
        ))}
      </div>
    </fieldset>
  )
}

function isOn(choices: NotificationPreference[], channel: NotificationChannel, kind: NotificationKind): boolean {
  return choices.some((choice) => choice.channel === channel && choice.kind === kind && choice.isOn)
}

function isSameSwitch(one: NotificationPreference, other: NotificationPreference): boolean {
  return one.channel === other.channel && one.kind === other.kind
}
