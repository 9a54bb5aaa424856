export { OpenRounds } from './OpenRounds.tsx'
