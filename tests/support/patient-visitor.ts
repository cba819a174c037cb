import { request } from 'node:http'

/** A call that was not answered as it should be, and when, in milliseconds of `performance.now()`. */
export type Trouble = { at: number; call: string; word: string }

type Answer = { status: number; body: { code?: string; data?: unknown } }

/** How long a person presses again before they give up. */
const PATIENCE_MS = 60_000
const PAUSE_MS = 250

/**
 * Somebody who presses again where no answer came or the site said that it is busy, and who keeps to what they were told.
 * From an address of their own: the limits are on.
 */
export class PatientVisitor {
  readonly #siteUrl: string
  readonly #address: string
  readonly #troubles: Trouble[]
  token = ''

  constructor(siteUrl: string, number: number, troubles: Trouble[]) {
    this.#siteUrl = siteUrl
    this.#address = `127.${10 + (number >> 16)}.${(number >> 8) & 255}.${1 + (number & 127)}`
    this.#troubles = troubles
  }

  /** @throws where the site refuses, or has not answered after a minute */
  async ask<Data>(method: 'GET' | 'POST', path: string, body?: object): Promise<Data> {
    const answer = await this.try(method, path, body)
    if (answer.status !== 200) throw new Error(`${method} ${path} was answered ${answer.status} ${answer.body.code}`)
    return answer.body.data as Data
  }

  /** @returns the first answer that is one: what the site was asked for, or a refusal with its reason */
  async try(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
    const until = performance.now() + PATIENCE_MS
    for (;;) {
      const call = `${method} ${path.replaceAll(/[0-9a-f-]{36}/g, ':id')}`
      const answer = await this.#call(method, path, body).catch((error: Error) => error.message)
      if (typeof answer !== 'string' && answer.status < 500) return answer
      const at = performance.now()
      // Without a code of ours it was whoever stands before the site.
      const word = typeof answer === 'string' ? answer : `${answer.status} ${answer.body.code ?? 'from elsewhere'}`
      this.#troubles.push({ at, call, word })
      if (at > until) throw new Error(`${call} was not answered for a minute`)
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }

  #call(method: string, path: string, body?: object): Promise<Answer> {
    const text = body ? JSON.stringify(body) : ''
    const headers = {
      ...(this.token && { authorization: `Bearer ${this.token}` }),
      ...(body && { 'content-type': 'application/json' }),
      'content-length': Buffer.byteLength(text),
    }
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    // The addresses of this machine are many, and belong to IPv4 alone.
    const options = { method, headers, localAddress: this.#address, family: 4, timeout: 15_000 }
    const call = request(`${this.#siteUrl}${path}`, options, async (response) => {
      try {
        const content = Buffer.concat(await response.toArray()).toString()
        const isJson = response.headers['content-type']?.startsWith('application/json')
        resolve({ status: response.statusCode ?? 0, body: isJson ? JSON.parse(content) : {} })
      } catch (error) {
        reject(error)
      }
    })
    call.once('timeout', () => call.destroy(new Error('no answer')))
    call.once('error', reject)
    call.end(text)
    return promise
  }
}
