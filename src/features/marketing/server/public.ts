export { readContentVersion } from './store.ts'
