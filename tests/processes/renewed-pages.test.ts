import { randomUUID } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { databaseAddress, runOnServer } from '../support/database-image.ts'
import { newVersion } from '../support/package-versions.ts'
import { startSite } from '../support/start-site.ts'

test('a price that is changed by hand is shown by every process by itself', async () => {
  const image = inject('databaseImage')
  if (!('server' in image)) throw new Error('Two processes need a database server: npm run test:postgres')
  const name = `${image.template}_${randomUUID().slice(0, 8)}`
  await runOnServer(image.server, `create database ${name} template ${image.template}`)
  onTestFinished(() => runOnServer(image.server, `drop database ${name} with (force)`))
  const environment = { DATABASE_URL: databaseAddress(image.server, name) }
  await using first = await startSite({ environment })
  await using second = await startSite({ environment })
  const pages = [first, second].map(({ url }) => `${url}/services/my-future`)
  for (const page of pages) expect(await textOf(page)).toContain('£118.80')

  await runOnServer(environment.DATABASE_URL, newVersion('my-future-basic', { net_price: '10000' }))

  for (const page of pages) {
    await expect.poll(() => textOf(page), { timeout: 20_000 }).toContain('£120.00')
    expect(await textOf(page)).not.toContain('£118.80')
  }
  expect([await first.stop(), await second.stop()]).toEqual([0, 0])
})

async function textOf(address: string): Promise<string> {
  return (await fetch(address)).text()
}
