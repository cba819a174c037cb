import { colours } from '#platform/server/pdf/page-layout.ts'
import type { Style } from '#platform/server/pdf/text-layout.ts'

export const text: Style = { weight: 400, size: 10, color: colours.ink }
export const strong: Style = { ...text, weight: 600 }
export const cellText: Style = { ...text, size: 8.6 }
export const cellStrong: Style = { ...cellText, weight: 600 }
