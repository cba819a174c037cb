import { land, type Point } from '../kit/geometry.ts'
import type { Light } from '../kit/light.ts'
import { sheet } from '../kit/paper.ts'

/** The colours of STUDY WORLD's sea, from the sky to the quay. */
export function sea({ of }: Light) {
  return {
    skyTop: of('#5ea6c0', '#0c1a33'),
    horizon: of('#f7e6c6', '#a8647f'),
    ringOuter: of('#a9d0cf', '#263c62'),
    ringInner: of('#fdeecb', '#70608a'),
    cloud: of('#eef3ea', '#43567f'),
    globe: of('#2f8296', '#1f4a70'),
    land: of('#f6dfa8', '#8c93ad'),
    landDeep: of('#8fb97e', '#4f7a83'),
    island: of('#7fae86', '#2f5a68'),
    city: of('#d8b49a', '#4b5480'),
    cityNear: of('#b98a84', '#3d4672'),
    stone: of('#efdcbc', '#5d6a93'),
    waves: [
      of('#8cc7c8', '#345a86'),
      of('#5fb0b8', '#284d78'),
      of('#3a93a4', '#1f4169'),
      of('#267a90', '#18365a'),
      of('#1f6079', '#132c4b'),
    ],
    front: of('#22303f', '#131f2e'),
    coral: of('#e2725b', '#a05262'),
    paper: of('#fdf3e0', '#b9c3dc'),
  }
}

/** A sheet of sea with an edge of small waves. */
export function wave(
  y: number,
  size: number,
  offset: number,
  colour: string,
  width: number,
  height: number,
  depth: 2 | 3 | 4 | 5 = 3,
): string {
  const points: Point[] = []
  for (let x = -2 * size + offset; x <= width + 2 * size; x += size) {
    points.push([x, y + size * 0.1], [x + size * 0.5, y - size * 0.1])
  }
  return sheet(land(points, height + 60), colour, depth)
}
