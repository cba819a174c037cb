import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { requireStrongPassword } from './require-strong-password.ts'

const app = await startApp()
afterAll(app.close)

const leaked = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter(Boolean)
const longEnough = leaked.filter((password) => password.length >= 8)
const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', role: 'member' } as const

test('the bundled list contains more than 3,000 common passwords of allowed length (ASVS 6.2.4)', () => {
  expect(new Set(longEnough).size).toBeGreaterThan(3_000)
  const wellKnown = ['12345678', 'password', 'qwertyuiop', 'iloveyou', 'sunshine', 'football', 'trustno1', '1q2w3e4r']
  for (const password of wellKnown) expect(longEnough).toContain(password)
})

test('rejects listed passwords, even when written in capitals or with a suffix', async () => {
  for (const password of longEnough.filter((_, index) => index % 100 === 0)) {
    for (const typed of [password, password.toUpperCase()]) {
      await expect(requireStrongPassword(app.context, typed, ada)).rejects.toThrow('password-common')
    }
  }
  for (const typed of ['Sunshine2026', 'P@ssw0rd!', 'princess1!']) {
    await expect(requireStrongPassword(app.context, typed, ada)).rejects.toThrow('password-common')
  }
  await expect(requireStrongPassword(app.context, 'three green boats', ada)).resolves.toBeUndefined()
})
