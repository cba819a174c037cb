import { atDusk } from '../kit/colour.ts'
import { band, curve, type Point } from '../kit/geometry.ts'
import type { Light } from '../kit/light.ts'
import { line, sheet } from '../kit/paper.ts'

/** The colours of MY FUTURE's dawn, from the sky to the ground at the viewer's feet. */
export function dawn({ of }: Light) {
  return {
    skyTop: of('#8db2cf', '#0f1a33'),
    sky: of('#f6cfa8', '#33476b'),
    horizon: of('#ffc79f', '#b9677c'),
    ringOuter: of('#f3c79f', '#2a3c60'),
    ringInner: of('#ffe6a8', '#7b6a78'),
    cloud: of('#f7dcc2', '#44557c'),
    peaks: of('#d79f8f', '#4a4a70'),
    peaksNear: of('#b77d80', '#3b4267'),
    farHill: of('#8f7f8a', '#31425f'),
    midHill: of('#5f8a80', '#284a5a'),
    hill: of('#3f7268', '#234a58'),
    forkHill: of('#2f5d58', '#1d3b4b'),
    front: of('#22303f', '#131f2e'),
    road: of('#fbe8c6', '#9aa3bd'),
    roadEdge: of('#e2bd86', '#6b769a'),
    leaf: of('#e39a2d', '#a8703a'),
    moss: of('#86a873', atDusk('#86a873')),
    rose: of('#d9705c', '#8d4b5c'),
  }
}

export type Road = { points: Point[]; widths: number[] }

/** Roads with darker edges and a dashed middle; where they meet, they are one sheet. */
export function roadways(roads: Road[], light: Light): string {
  const c = dawn(light)
  const edges = roads
    .map(({ points, widths }) =>
      band(
        points,
        widths.map((each) => each * 1.2),
      ),
    )
    .join('')
  const surface = roads.map(({ points, widths }) => band(points, widths)).join('')
  const middles = roads.map(({ points, widths }) => {
    const narrow = Math.min(...widths)
    return line(curve(points), c.roadEdge, Math.max(2, narrow * 0.09), `${narrow * 0.5} ${narrow * 0.6}`)
  })
  return sheet(edges, c.roadEdge, 1) + sheet(surface, c.road, 1) + middles.join('')
}
