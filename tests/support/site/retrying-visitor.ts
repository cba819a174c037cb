import { request } from 'node:http'

/** A failed call and when it failed, in milliseconds of `performance.now()`. */
export type FailedCall = { at: number; call: string; outcome: string }

type Answer = { status: number; body: { code?: string; data?: unknown } }

/** The longest time for which a visitor retries. */
const RETRY_LIMIT_MS = 60_000
const RETRY_DELAY_MS = 250

/**
 * A visitor who retries if there was no response or the site was busy. Each has a different address, because the rate
 * limits are on.
 */
export class RetryingVisitor {
  readonly #siteUrl: string
  readonly #address: string
  readonly #failedCalls: FailedCall[]
  token = ''

  constructor(siteUrl: string, number: number, failedCalls: FailedCall[]) {
    this.#siteUrl = siteUrl
    this.#address = `127.${10 + (number >> 16)}.${(number >> 8) & 255}.${1 + (number & 127)}`
    this.#failedCalls = failedCalls
  }

  /** @throws if the site refuses the request or has not responded after a minute */
  async ask<Data>(method: 'GET' | 'POST', path: string, body?: object): Promise<Data> {
    const answer = await this.try(method, path, body)
    if (answer.status !== 200) throw new Error(`${method} ${path} was answered ${answer.status} ${answer.body.code}`)
    return answer.body.data as Data
  }

  /** @returns the first response with a status below 500: the result, or a refusal with its reason */
  async try(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
    const until = performance.now() + RETRY_LIMIT_MS
    for (;;) {
      const call = `${method} ${path.replaceAll(/[0-9a-f-]{36}/g, ':id')}`
      const answer = await this.#call(method, path, body).catch((error: Error) => error.message)
      if (typeof answer !== 'string' && answer.status < 500) return answer
      const at = performance.now()
      // If our error code is missing, the response came from a proxy in front of the site.
      const outcome = typeof answer === 'string' ? answer : `${answer.status} ${answer.body.code ?? 'from elsewhere'}`
      this.#failedCalls.push({ at, call, outcome })
      if (at > until) throw new Error(`${call} was not answered for a minute`)
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS))
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
    // Uses IPv4, because only IPv4 gives a machine many local addresses.
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
