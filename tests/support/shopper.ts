export const person = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.org',
  mobile: '+447700900123',
  password: 'a long enough password',
}

/** A member who talks to a site in a process of its own, and stays logged in when it starts again. */
export class Shopper {
  readonly #siteUrl: () => string
  #token = ''

  constructor(siteUrl: () => string) {
    this.#siteUrl = siteUrl
  }

  async order() {
    await this.logIn()
    const { data: quote } = await this.get('/api/quotes/uk/my-future-basic')
    return this.post('/api/purchases', {
      packageId: quote.package.id,
      packageVersion: quote.package.version,
      market: 'uk',
      expectedTotal: quote.price.total,
      consents: { version: quote.consents.version, startNow: true, acknowledgeLoss: true },
      isUnder18: false,
    })
  }

  async logIn() {
    if (this.#token) return
    await this.post('/api/auth/register', person)
    const { email, password } = person
    const { data } = await this.post('/api/auth/login', { email, password })
    this.#token = data.token
  }

  get(path: string) {
    return this.#call('GET', path)
  }

  post(path: string, body?: object) {
    return this.#call('POST', path, body)
  }

  async #call(method: string, path: string, body?: object) {
    const response = await fetch(`${this.#siteUrl()}${path}`, {
      method,
      headers: {
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    // biome-ignore lint/suspicious/noExplicitAny: the answer of any endpoint
    return (await response.json()) as any
  }
}
