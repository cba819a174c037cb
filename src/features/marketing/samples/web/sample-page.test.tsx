import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterContextProvider, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { type ServerCall, serverCall } from '#platform/web/server-call.ts'
import { content as bizFuture } from '../../services/web/biz-future-page.tsx'
import { content as myFuture } from '../../services/web/my-future-page.tsx'
import { BenefitsSection } from '../../services/web/service-sections.tsx'
import { content as studyWorld } from '../../services/web/study-world-page.tsx'
import { listSamples, sampleSlugs } from '../contract.ts'
import { loader } from './sample-page.tsx'
import { loader as listLoader } from './samples-page.tsx'

afterEach(cleanup)

const samples = sampleSlugs.map((slug) => ({ slug, title: slug, pages: [{ title: 'One' }, { title: 'Two' }] }))

function load(load: typeof loader | typeof listLoader, slug?: string) {
  const context = new RouterContextProvider()
  const call = async (endpoint: unknown) => (endpoint === listSamples ? samples : { brandName: 'FutureWorld' })
  context.set(serverCall, call as unknown as ServerCall)
  return load({ context, params: { slug } } as never)
}

test("a sample's page contains only that sample", async () => {
  expect(await load(loader, 'roadmap')).toMatchObject({ data: { sample: samples[1] }, init: { status: 200 } })
  expect(JSON.stringify(await load(loader, 'roadmap'))).not.toContain('monthly-report')
})

test('an unknown sample returns 404', async () => {
  expect(await load(loader, 'roadmap.pdf')).toMatchObject({ data: { sample: null }, init: { status: 404 } })
})

test('the list of samples includes their lengths, and one page of each to show in small', async () => {
  const loaded = await load(listLoader)
  expect(loaded).toMatchObject({ samples: sampleSlugs.map((slug) => ({ slug, pageCount: 2 })) })
  expect(JSON.stringify(loaded)).not.toContain('"pages"')
})

test("the services' benefits link to every sample", () => {
  const element = [myFuture, studyWorld, bizFuture].map(({ slug, titles, benefits }) => (
    <BenefitsSection key={slug} title={titles.benefits} benefits={benefits} />
  ))
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)

  const links = screen.getAllByRole('link', { name: /^See a sample/ })
  const addresses = links.map((link) => link.getAttribute('href'))
  expect(new Set(addresses.map((address) => address?.replace(/#page-\d+$/, '')))).toEqual(
    new Set(sampleSlugs.map((slug) => `/samples/${slug}`)),
  )
  expect(new Set(links.map(({ textContent }) => textContent)).size).toBe(new Set(addresses).size)
})
