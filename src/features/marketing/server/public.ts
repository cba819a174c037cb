// What the server that keeps public pages may ask of them.
export { readEdition } from './read-edition.ts'
