import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import { backOfficeEntries } from '../../src/app/web/layouts/back-office-menu.tsx'
import routes from '../../src/app/web/routes.ts'

type Page = { address: string; file: string }

function listPages(entries: RouteConfigEntry[]): Page[] {
  return entries.flatMap(({ path, file, children }) => [
    ...(path ? [{ address: `/${path}`, file: resolve('src/app/web', file) }] : []),
    ...listPages(children ?? []),
  ])
}

const pages = listPages(await routes)
const menu = backOfficeEntries.map(({ to }) => to)

/** The links in the page's own file. Forms and dialogs don't count as navigation. */
const listLinks = ({ file }: Page) =>
  [...readFileSync(file, 'utf8').matchAll(/to="(\/admin[a-z/-]*)/g)].map(([, address]) => address)

test('every entry in the back office menu leads to a page', () => {
  const addresses = pages.map(({ address }) => address)
  expect(menu.filter((to) => !addresses.includes(to))).toEqual([])
  expect(new Set(menu).size).toBe(menu.length)
})

test('every back office page is in the menu or linked from a page that is', () => {
  const inMenu = pages.filter(({ address }) => menu.includes(address))
  const reachable = new Set([...menu, ...inMenu.flatMap(listLinks)])
  const backOfficePages = pages
    .map(({ address }) => address)
    .filter((address) => /^\/admin(?:\/[a-z-]+)*$/.test(address))
  expect(backOfficePages.length).toBeGreaterThan(15)
  expect(backOfficePages.filter((address) => !reachable.has(address))).toEqual([])
})
