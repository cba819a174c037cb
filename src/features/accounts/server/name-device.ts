import Bowser from 'bowser'

/** What a person calls the device that they log in with: "Chrome on Windows". */
export function nameDevice(userAgent: string): string {
  // The parser throws on an empty text; a program may send none.
  if (!userAgent.trim()) return 'An unknown device'
  const { browser, os } = Bowser.parse(userAgent)
  if (browser.name && os.name) return `${browser.name} on ${os.name}`
  return browser.name ?? os.name ?? 'An unknown device'
}
