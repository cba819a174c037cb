import Bowser from 'bowser'
import type { DeviceKind } from '../contract.ts'

/** Real user agents are shorter. Longer text is an attempt to overload the parser. */
const MAX_USER_AGENT_LENGTH = 400

// For an unknown browser the parser returns the caller's own text, which must not appear in our emails.
const browsers = new Set(Object.values(Bowser.BROWSER_MAP))
const systems = new Set(Object.values(Bowser.OS_MAP))

/** Names a device as its owner would, such as "Chrome on Windows". */
export function getDeviceName(userAgent: string): string {
  const { browser, system } = readUserAgent(userAgent)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}

export function getDeviceKind(userAgent: string): DeviceKind {
  return kinds[readUserAgent(userAgent).platform ?? ''] ?? 'unknown'
}

const kinds: Record<string, DeviceKind> = { desktop: 'computer', mobile: 'phone', tablet: 'tablet' }

function readUserAgent(userAgent: string) {
  // The parser throws on empty text, which some programs send.
  if (!userAgent.trim()) return {}
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, MAX_USER_AGENT_LENGTH))
  return { browser: findKnown(browsers, browser.name), system: findKnown(systems, os.name), platform: platform.type }
}

function findKnown(knownNames: Set<string>, name: string | undefined): string | undefined {
  return name !== undefined && knownNames.has(name) ? name : undefined
}
