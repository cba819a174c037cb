import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { joinScripts } from './join-scripts.ts'

interface BrowserFile {
  type: 'text/javascript' | 'text/css' | 'text/html'
  content: string
}

export type BrowserFiles = ReadonlyMap<string, BrowserFile>

/** In the order of their use: see `joinScripts`. */
const scripts: Record<string, string[]> = {
  '/stripe.js': [
    'encode-form.ts',
    'stripe-js/call-api.ts',
    'stripe-js/card-element.ts',
    'stripe-js/elements.ts',
    'stripe-js/authentication-dialog.ts',
    'stripe-js/payment-methods.ts',
    'stripe-js/follow-intent.ts',
    'stripe-js/payments.ts',
    'stripe-js/setups.ts',
    'stripe-js/stripe.ts',
  ],
  '/card-frame.js': [
    'encode-form.ts',
    'card-frame/test-card-numbers.ts',
    'card-frame/card-brands.ts',
    'card-frame/card-rules.ts',
    'card-frame/digit-input.ts',
    'card-frame/frame-style.ts',
    'card-frame/exchange-card.ts',
    'card-frame/sibling-fields.ts',
    'card-frame/card-frame.ts',
  ],
  '/control-page.js': [
    'control-page/call-control.ts',
    'control-page/describe-rows.ts',
    'control-page/show-rows.ts',
    'control-page/control-forms.ts',
    'control-page/control-page.ts',
  ],
  '/authenticate.js': ['authentication/authentication-page.ts'],
}

const documents: Record<string, { path: string; type: BrowserFile['type'] }> = {
  '/card-frame': { path: 'card-frame/card-frame.html', type: 'text/html' },
  '/card-frame.css': { path: 'card-frame/card-frame.css', type: 'text/css' },
  '/': { path: 'control-page/control-page.html', type: 'text/html' },
  '/control-page.css': { path: 'control-page/control-page.css', type: 'text/css' },
  '/authenticate': { path: 'authentication/authentication-page.html', type: 'text/html' },
  '/paypal': { path: 'authentication/paypal-page.html', type: 'text/html' },
  '/authenticate.css': { path: 'authentication/authentication-page.css', type: 'text/css' },
}

const fileIn = (path: string) => new URL(`../browser/${path}`, import.meta.url)

/** Everything a browser may load, ready in memory. */
export async function readBrowserFiles(): Promise<BrowserFiles> {
  const joined = Object.entries(scripts).map(async ([path, modules]) => {
    const file: BrowserFile = { type: 'text/javascript', content: await joinScripts(modules.map(fileIn)) }
    return [path, file] as const
  })
  const read = Object.entries(documents).map(async ([address, { path, type }]) => {
    const file: BrowserFile = { type, content: await readFile(fileIn(path), 'utf8') }
    return [address, file] as const
  })
  return new Map(await Promise.all([...joined, ...read]))
}

/** The pages load only from the sandbox itself. */
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "

/** For pages inside a shop's page: which shops may frame them is not known here. */
const sharedPolicy = `${pagePolicy}frame-ancestors *`

/** For pages that stand alone: nobody may lay them under a page of their own and catch the clicks. */
const ownPolicy = `${pagePolicy}frame-ancestors 'none'`

/** Pages that are sent only at an address of a payment, or only to people at this machine. */
const answeredElsewhere: ReadonlySet<string> = new Set(['/authenticate', '/paypal', '/'])

/** `false` when no such file exists. */
export function sendBrowserFile(files: BrowserFiles, path: string, response: ServerResponse): boolean {
  const file = files.get(path)
  if (!file || answeredElsewhere.has(path)) return false
  send(file, response, sharedPolicy)
  return true
}

export function sendPage(files: BrowserFiles, path: string, response: ServerResponse): void {
  const file = files.get(path)
  if (!file) throw new Error(`The sandbox has no page ${path}`)
  send(file, response, path === '/authenticate' ? sharedPolicy : ownPolicy)
}

function send({ type, content }: BrowserFile, response: ServerResponse, policy: string): void {
  response.writeHead(200, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    // Shops with their own isolation policy must be able to load the script and the frames.
    'cross-origin-resource-policy': 'cross-origin',
    ...(type === 'text/html' ? { 'content-security-policy': policy } : {}),
  })
  response.end(content)
}
