import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import { Script } from 'node:vm'

interface BrowserFile {
  type: 'text/javascript' | 'text/css' | 'text/html'
  content: string
}

export type BrowserFiles = ReadonlyMap<string, BrowserFile>

/** In dependency order, as `joinScripts` requires. */
const scripts: Record<string, string[]> = {
  '/stripe.js': [
    'encode-form.ts',
    'stripe-js/call-api.ts',
    'stripe-js/card-element.ts',
    'stripe-js/authentication-dialog.ts',
    'stripe-js/payment-methods.ts',
    'stripe-js/intents.ts',
    'stripe-js/stripe.ts',
  ],
  '/card-frame.js': [
    'encode-form.ts',
    'card-frame/card-rules.ts',
    'card-frame/digit-input.ts',
    'card-frame/frame-style.ts',
    'card-frame/exchange-card.ts',
    'card-frame/sibling-fields.ts',
    'card-frame/card-frame.ts',
  ],
  '/control-page.js': [
    'control-page/describe-rows.ts',
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

const toBrowserUrl = (path: string) => new URL(`../browser/${path}`, import.meta.url)

let files: Promise<BrowserFiles> | undefined

/** All files for browsers, in memory. They are made once, even if a process starts several sandboxes. */
export function readBrowserFiles(): Promise<BrowserFiles> {
  files ??= makeBrowserFiles()
  return files
}

async function makeBrowserFiles(): Promise<BrowserFiles> {
  const joined = Object.entries(scripts).map(async ([path, modules]) => {
    const file: BrowserFile = { type: 'text/javascript', content: await joinScripts(modules.map(toBrowserUrl)) }
    return [path, file] as const
  })
  const read = Object.entries(documents).map(async ([address, { path, type }]) => {
    const file: BrowserFile = { type, content: await readFile(toBrowserUrl(path), 'utf8') }
    return [address, file] as const
  })
  return new Map(await Promise.all([...joined, ...read]))
}

/** Pages load only from the sandbox itself. */
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "

/** For frames in a shop's page. Any shop may embed them and supply a font, because the shops are unknown here. */
const sharedPolicy = `${pagePolicy}font-src *; frame-ancestors *`

/** For standalone pages. No other page may frame them, which prevents clickjacking. */
const ownPolicy = `${pagePolicy}frame-ancestors 'none'`

/** Pages that need the address of a payment, or a caller on this machine. */
const separateRoutes: ReadonlySet<string> = new Set(['/authenticate', '/paypal', '/'])

/** `false` when no such file exists. */
export function sendBrowserFile(files: BrowserFiles, path: string, response: ServerResponse): boolean {
  const file = files.get(path)
  if (!file || separateRoutes.has(path)) return false
  send(file, response, sharedPolicy)
  return true
}

export function sendPage(files: BrowserFiles, path: string, response: ServerResponse): void {
  const file = files.get(path)
  if (!file) throw new Error(`Unknown sandbox page ${path}`)
  send(file, response, path === '/authenticate' ? sharedPolicy : ownPolicy)
}

function send({ type, content }: BrowserFile, response: ServerResponse, policy: string): void {
  response.writeHead(200, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    // Shops with cross-origin isolation must be able to load the script and the frames.
    'cross-origin-resource-policy': 'cross-origin',
    ...(type === 'text/html' ? { 'content-security-policy': policy } : {}),
  })
  response.end(content)
}

/**
 * Joins TypeScript modules into one classic script without a bundler: it strips types, drops relative imports and puts
 * all modules into one function scope. Modules must be listed in dependency order, and top-level names must be unique.
 * A syntax check runs when the sandbox starts.
 */
async function joinScripts(files: URL[]): Promise<string> {
  const sources = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  const script = `(() => {\n'use strict';\n${sources.map(withoutModuleSyntax).join('\n')}\n})();\n`
  new Script(script)
  return script
}

function withoutModuleSyntax(source: string): string {
  return stripTypes(source)
    .replace(/^import\s[^'"]*['"]\.[^'"]*['"];?$/gm, '')
    .replace(/^export (?=(?:async function|function|const|class)\b)/gm, '')
}

/** Suppresses Node's warning that this function is experimental, because the operator cannot act on it. */
function stripTypes(source: string): string {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(source)
  } finally {
    process.emitWarning = emitWarning
  }
}
