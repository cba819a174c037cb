/**
 * An expected refusal, with a reason that its endpoint lists. The contract holds the message; `detail` adds data that
 * the user needs, such as the new quote.
 */
export class Refused extends Error {
  override name = 'Refused'
  readonly reason: string
  readonly detail: unknown

  constructor(reason: string, detail?: unknown) {
    super(reason)
    this.reason = reason
    this.detail = detail
  }
}
