export { OpenWalks } from './OpenWalks.tsx'
