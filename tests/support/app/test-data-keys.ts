import { openDataKeys } from '#platform/server/data-keys.ts'

const key = Buffer.alloc(32, 7)

/** The encryption keys for tests that start no site. */
export const testDataKeys = openDataKeys([key])

/** The same key for all sites that tests start, because a backup of one site is restored into another. */
export const sameDataKeys = { DATA_KEYS: key.toString('base64') }
