import { atDusk } from './colour.ts'

/** A picture's time of day. Every colour passes through it. */
export type Light = {
  isDusk: boolean
  /** The colour of a sheet at this time of day. Without a second colour, dusk turns the first one blue. */
  of: (day: string, dusk?: string) => string
}

export const amber = '#ffb300'

export const day: Light = { isDusk: false, of: (colour) => colour }

export const dusk: Light = {
  isDusk: true,
  of: (colour, duskColour) => duskColour ?? (colour === amber ? '#e3a034' : atDusk(colour)),
}

export const lampLight = '#ffd27a'

/** Lit paper: amber keeps its warmth at dusk, because something shines behind it. */
export const litAmber = (light: Light) => light.of(amber, '#ffb52e')
