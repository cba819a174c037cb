import type { FigureOptions } from './figures.ts'

type Look = Omit<FigureOptions, 'x' | 'y' | 'height' | 'light'>

// The characters; each looks the same in every picture.

export const traveller: Look = {
  coat: '#e2725b',
  trousers: '#2e4057',
  hair: '#3b2a2a',
  skin: '#b97f5c',
  hairstyle: 'bun',
  carries: 'backpack',
}

export const student: Look = {
  coat: '#ffb300',
  trousers: '#2e4057',
  hair: '#20242e',
  skin: '#8d5a3c',
  hairstyle: 'bob',
  scarf: '#e2725b',
}

export const owner: Look = {
  coat: '#d9705c',
  trousers: '#2e4057',
  hair: '#4a3428',
  skin: '#e3b08c',
  view: 'side',
  carries: 'apron',
}

export const barista: Look = {
  coat: '#fdf3e0',
  trousers: '#2e4057',
  hair: '#3b2a2a',
  skin: '#c98f68',
  hairstyle: 'bun',
  view: 'side',
}

export const guest: Look = {
  coat: '#4f86a0',
  trousers: '#5a4a60',
  hair: '#20242e',
  skin: '#7a4a32',
  hairstyle: 'curly',
  view: 'side',
}
