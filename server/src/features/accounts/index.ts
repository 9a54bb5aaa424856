export { rememberPlant } from './profiles.store.ts'
