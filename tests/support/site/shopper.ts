import { newPerson } from '../given/new-person.ts'
import { callSite } from './call-site.ts'

export const person = newPerson({ email: 'ada@example.org' })

/** A member of a site in a separate process, who stays logged in when the site restarts. */
export class Shopper {
  readonly #siteUrl: () => string
  readonly #person: typeof person
  #token = ''

  constructor(siteUrl: () => string, email = person.email) {
    this.#siteUrl = siteUrl
    this.#person = { ...person, email }
  }

  async order() {
    await this.logIn()
    const { data: quote } = await this.get('/api/quotes/uk/my-future-basic')
    return this.post('/api/purchases', toOrder(quote))
  }

  /** @returns the access token */
  async logIn(): Promise<string> {
    if (this.#token) return this.#token
    const { data } = await this.post('/api/auth/register', this.#person)
    this.#token = data.token
    return this.#token
  }

  async get(path: string) {
    return (await callSite(this.#siteUrl(), path, { token: this.#token })).body
  }

  async post(path: string, body?: object) {
    return (await callSite(this.#siteUrl(), path, { method: 'POST', token: this.#token, body })).body
  }
}

export type Quote = {
  package: { id: string; version: number }
  price: { total: number }
  consents: { version: string }
}

/** The request that the checkout page sends for a quote in the United Kingdom. */
export function toOrder({ package: { id, version }, price, consents }: Quote) {
  return {
    packageId: id,
    packageVersion: version,
    market: 'uk',
    expectedTotal: price.total,
    consents: { version: consents.version, start: 'today', acknowledged: true },
    isUnder18: false,
  }
}
