import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { day } from '../illustrations/kit/light.ts'
import { layer as layerMarkup, surface } from '../illustrations/kit/paper.ts'
import { frame, type Layer } from './film.ts'
import type { DrawnLayer } from './film-page.ts'

/** Layers may reach so far outside the picture, for the camera's sake. */
const area: [number, number, number, number] = [-120, -120, 1520, 1200]

/** Draws a layer once into the folder, cut to its size. A film moves these files about, which is quick. */
export async function drawLayer(page: Page, folder: string, file: string, layer: Layer): Promise<DrawnLayer> {
  const [left, top, width, height] = area
  const png = await shoot(page, width, height, layerMarkup(area, layer.light, layer.content))
  const trimmed = sharp(png).trim({ background: '#00000000', threshold: 0 })
  const info = await trimmed.toFile(join(folder, file))
  const [fromLeft, fromTop] = [-(info.trimOffsetLeft ?? 0), -(info.trimOffsetTop ?? 0)]
  return { file, left: left + fromLeft, top: top + fromTop, motions: layer.motions, origin: layer.origin }
}

/** The grain of the paper over the whole picture. */
export async function drawSurface(page: Page, folder: string) {
  const { width, height } = frame
  await sharp(await shoot(page, width, height, surface(width, height, day))).toFile(join(folder, 'surface.png'))
}

async function shoot(page: Page, width: number, height: number, svg: string): Promise<Buffer> {
  await page.setViewportSize({ width, height })
  await page.setContent(`<style>* { margin: 0 } svg { display: block }</style>${svg}`)
  return page.screenshot({ omitBackground: true })
}
