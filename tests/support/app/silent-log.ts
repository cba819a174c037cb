import type { Log } from '#platform/server/log.ts'

export const silentLog: Log = { info() {}, warn() {}, error() {} }
