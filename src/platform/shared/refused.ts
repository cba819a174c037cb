/**
 * An expected "no", by the name its endpoint lists (DESIGN §4). The sentence stands in the contract;
 * `detail` is what the person needs beside it, such as the new quote.
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
