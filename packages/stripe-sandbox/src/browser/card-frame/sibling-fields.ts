import type { FieldName } from './card-rules.ts'

type SiblingMessage =
  | { kind: 'value'; name: FieldName; value: string; submission?: string }
  /** Sent by a new field to request the values of the other fields. */
  | { kind: 'greeting' }
  /** Sent when the shop submits the card. Every field then sends its current value and shows its errors. */
  | { kind: 'submission'; submission: string }

interface OwnField {
  name: FieldName
  value(): string
  onSubmission(): void
  onValue(name: FieldName, value: string): void
}

/**
 * Connects the frames of one split card. The channel belongs to the sandbox's origin, so the shop's page cannot listen.
 * Its name contains a random id, so that the cards in two forms do not get mixed up.
 */
export class SiblingFields {
  readonly #channel: BroadcastChannel
  readonly #own: OwnField
  readonly #collections = new Map<string, (name: FieldName, value: string) => void>()

  constructor(group: string, own: OwnField) {
    this.#own = own
    this.#channel = new BroadcastChannel(`card-${group}`)
    this.#channel.addEventListener('message', ({ data }: MessageEvent<SiblingMessage>) => this.#hear(data))
    this.#say({ kind: 'greeting' })
    this.tellValue()
  }

  tellValue(submission?: string): void {
    const value = { kind: 'value', name: this.#own.name, value: this.#own.value() } as const
    this.#say(submission ? { ...value, submission } : value)
  }

  /** Requests the current values of all fields, because the last ones received may be out of date. */
  collect(names: readonly FieldName[]): Promise<Partial<Record<FieldName, string>>> {
    const submission = crypto.randomUUID()
    const values: Partial<Record<FieldName, string>> = {}
    return new Promise((resolve) => {
      const collectValue = (name: FieldName, value: string) => {
        values[name] = value
        if (names.some((required) => values[required] === undefined)) return
        this.#collections.delete(submission)
        resolve(values)
      }
      this.#collections.set(submission, collectValue)
      collectValue(this.#own.name, this.#own.value())
      this.#say({ kind: 'submission', submission })
    })
  }

  #hear(message: SiblingMessage): void {
    if (message.kind === 'value') this.#hearValue(message)
    if (message.kind === 'greeting') this.#welcome()
    if (message.kind === 'submission') {
      this.#own.onSubmission()
      this.tellValue(message.submission)
    }
  }

  #hearValue({ name, value, submission }: SiblingMessage & { kind: 'value' }): void {
    this.#own.onValue(name, value)
    if (submission) this.#collections.get(submission)?.(name, value)
  }

  /** Repeats earlier submissions, because a new field has missed them. */
  #welcome(): void {
    this.tellValue()
    for (const submission of this.#collections.keys()) this.#say({ kind: 'submission', submission })
  }

  #say(message: SiblingMessage): void {
    this.#channel.postMessage(message)
  }
}
