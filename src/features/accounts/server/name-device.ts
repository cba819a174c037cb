import Bowser from 'bowser'
import type { DeviceKind } from '../contract/session.ts'

/** Real browsers say who they are in less; what is longer is meant to keep the parser busy. */
const LONGEST_USER_AGENT = 400

// Of a browser that it does not know the parser gives back what the caller wrote, which would stand in our letters.
const browsers = new Set(Object.values(Bowser.BROWSER_MAP))
const systems = new Set(Object.values(Bowser.OS_MAP))

/** What a person calls the device that they log in with: "Chrome on Windows". */
export function nameDevice(userAgent: string): string {
  const { browser, system } = readUserAgent(userAgent)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'An unknown device'
}

export function kindOfDevice(userAgent: string): DeviceKind {
  return kinds[readUserAgent(userAgent).platform ?? ''] ?? 'unknown'
}

const kinds: Record<string, DeviceKind> = { desktop: 'computer', mobile: 'phone', tablet: 'tablet' }

function readUserAgent(userAgent: string) {
  // The parser throws on an empty text; a program may send none.
  if (!userAgent.trim()) return {}
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, LONGEST_USER_AGENT))
  return { browser: oneOf(browsers, browser.name), system: oneOf(systems, os.name), platform: platform.type }
}

function oneOf(known: Set<string>, name: string | undefined): string | undefined {
  return name !== undefined && known.has(name) ? name : undefined
}
