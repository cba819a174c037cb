import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { platform } from 'node:os'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

// The headless shell comes first, because it needs a third of the resources of a full browser.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
  'msedge',
]

const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** Finds Chromium, Chrome or Edge on this machine, or the browser that Playwright has downloaded. */
export function findBrowser(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  return [...onPath, ...usualPlaces, chromium.executablePath()].find(isExecutable)
}

/** Tries to install Chromium without a prompt: Playwright's download or, if we are root, Debian's package. */
export function installBrowser(): string | undefined {
  const attempts = [
    [process.execPath, 'node_modules/@playwright/test/cli.js', 'install', 'chromium'],
    ...(platform() === 'linux' && process.getuid?.() === 0
      ? [
          ['apt-get', 'update', '-qq'],
          ['apt-get', 'install', '-y', '-qq', 'chromium-headless-shell'],
        ]
      : []),
  ]
  for (const [command = '', ...values] of attempts) {
    try {
      execFileSync(command, values, { stdio: 'ignore', timeout: 240_000 })
    } catch {
      continue
    }
    const browser = findBrowser()
    if (browser) return browser
  }
  return undefined
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
